import { emailKey } from '../../../platform/email-key.ts'
import type { MailFrame } from '../../mails/layout/layout.ts'
import { signInAddress } from '../../../contract/screens.ts'
import type { IdentityProvider } from '../../adapters/identity/port.ts'
import { signUpElsewhereMail } from '../../mails/accounts/registration.ts'
import type { AppContext } from '../../context.ts'
import { queueSealedMail } from '../../store/jobs/jobs.ts'

/**
 * Invites registrants to another issuer, through the shop's sign-in with OpenID's `prompt=create`. The shop cannot know
 * whether the address has an account there.
 */
export function inviteElsewhere(
  frameNow: () => MailFrame,
  parts: Pick<AppContext, 'allow' | 'now' | 'sealing'>,
): IdentityProvider['invite'] {
  return async (db, { email, returnTo, language }) => {
    if (!(await parts.allow('mailsPerRecipient', emailKey(email), db))) return 'unsent'
    const frame = frameNow()
    const address = `${frame.publicUrl}${signInAddress(returnTo)}&prompt=create`
    const mail = signUpElsewhereMail(frame, { to: email, language, address })
    await queueSealedMail(db, parts.sealing, null, mail, parts.now())
    return 'invited'
  }
}
