import type { Migration } from 'kysely/migration'
import * as trials from './migrations/0001-trials.ts'
import * as purchases from './migrations/0002-purchases.ts'
import * as desk from './migrations/0003-desk.ts'
import * as screening from './migrations/0004-screening.ts'
import * as reminders from './migrations/0005-reminders.ts'
import * as clearedDomains from './migrations/0006-cleared-domains.ts'
import * as languages from './migrations/0007-languages.ts'
import * as undeliveredMails from './migrations/0008-undelivered-mails.ts'
import * as jobs from './migrations/0009-jobs.ts'
import * as billing from './migrations/0010-billing.ts'
import * as currencyUnits from './migrations/0012-currency-units.ts'
import * as repeatedChecks from './migrations/0013-repeated-checks.ts'
import * as registrations from './migrations/0014-registrations.ts'
import * as sessionAuthentication from './migrations/0015-session-authentication.ts'
import * as mailOrder from './migrations/0016-mail-order.ts'
import * as auditAccount from './migrations/0017-audit-account.ts'
import * as nextCharge from './migrations/0018-next-charge.ts'
import * as corrections from './migrations/0019-corrections.ts'
import * as figures from './migrations/0028-figures.ts'
import * as listFindings from './migrations/0029-list-findings.ts'
import * as affirmationVersions from './migrations/0020-affirmation-versions.ts'
import * as activity from './migrations/0025-activity.ts'
import * as emailChanges from './migrations/0026-email-changes.ts'
import * as deniedCountries from './migrations/0027-denied-countries.ts'
import * as ownAccount from './migrations/0030-own-account.ts'
import * as listFilters from './migrations/0032-list-filters.ts'
import * as auditFromWhere from './migrations/0033-audit-from-where.ts'
import * as trialExtensions from './migrations/0034-trial-extensions.ts'
import * as stoppedRenewals from './migrations/0036-stopped-renewals.ts'
import * as savedViews from './migrations/0037-saved-views.ts'
import * as listAge from './migrations/0038-list-age.ts'
import * as firstApprovals from './migrations/0039-first-approvals.ts'
import * as planHolders from './migrations/0040-plan-holders.ts'
import * as approvalsByAccount from './migrations/0044-approvals-by-account.ts'
import * as delayedPayments from './migrations/0048-delayed-payments.ts'
import * as issueNotices from './migrations/0049-issue-notices.ts'
import * as cancelledEmailChanges from './migrations/0050-cancelled-email-changes.ts'
import * as administratorAddresses from './migrations/0053-administrator-addresses.ts'
import * as birthDates from './migrations/0055-birth-dates.ts'

/** The shop's migrations in order. One that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-trials': trials,
  '0002-purchases': purchases,
  '0003-desk': desk,
  '0004-screening': screening,
  '0005-reminders': reminders,
  '0006-cleared-domains': clearedDomains,
  '0007-languages': languages,
  '0008-undelivered-mails': undeliveredMails,
  '0009-jobs': jobs,
  '0010-billing': billing,
  '0012-currency-units': currencyUnits,
  '0013-repeated-checks': repeatedChecks,
  '0014-registrations': registrations,
  '0015-session-authentication': sessionAuthentication,
  '0016-mail-order': mailOrder,
  '0017-audit-account': auditAccount,
  '0018-next-charge': nextCharge,
  '0019-corrections': corrections,
  '0020-affirmation-versions': affirmationVersions,
  '0025-activity': activity,
  '0026-email-changes': emailChanges,
  '0027-denied-countries': deniedCountries,
  '0028-figures': figures,
  '0029-list-findings': listFindings,
  '0030-own-account': ownAccount,
  '0032-list-filters': listFilters,
  '0033-audit-from-where': auditFromWhere,
  '0034-trial-extensions': trialExtensions,
  '0036-stopped-renewals': stoppedRenewals,
  '0037-saved-views': savedViews,
  '0038-list-age': listAge,
  '0039-first-approvals': firstApprovals,
  '0040-plan-holders': planHolders,
  '0044-approvals-by-account': approvalsByAccount,
  '0048-delayed-payments': delayedPayments,
  '0049-issue-notices': issueNotices,
  '0050-cancelled-email-changes': cancelledEmailChanges,
  '0053-administrator-addresses': administratorAddresses,
  '0055-birth-dates': birthDates,
}
