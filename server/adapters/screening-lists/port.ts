import type { DeniedPartyList, ScreeningFacts } from '../../../core/screening.ts'

/** The denied-party lists in force. Throws when none can be had: a missing check is never a pass. */
export type ScreeningLists = { inForce(): Promise<readonly DeniedPartyList[]> }

/** What an address's domain says of it: whose it is, and whether anybody can have an address there. */
export type EmailDomains = (
  email: string,
) => Promise<Pick<ScreeningFacts, 'emailDomain' | 'emailDomainName' | 'personalEmail' | 'disposableEmail'>>
