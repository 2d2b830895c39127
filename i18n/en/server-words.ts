import { adminWords } from './admin/admin.ts'
import { birthDateWords } from './account/birth-date.ts'
import { dataPageWords } from './account/data-page.ts'
import { deviceMailWords } from './mails/devices.ts'
import { conflictWords } from './conflict.ts'
import { countryNames } from './forms/countries.ts'
import { emailChangeWords } from './account/email-change.ts'
import { announcementWords } from './announcement.ts'
import { errorMessages } from './errors.ts'
import { allFieldMessages } from './forms/all-fields.ts'
import { fieldWords } from './forms/person-fields.ts'
import { identityWords } from './identity.ts'
import { licenceWords } from './licence.ts'
import { listFindingMessages } from './admin/screening/list-findings.ts'
import { screeningWords } from './admin/screening/screening.ts'
import { reasonMessages, regionNames } from './admin/screening/reviews.ts'
import { cancellationReasons, extendedByOwner } from './admin/people/user.ts'
import { overloadedWords } from './overloaded.ts'
import { refusedDownloadWords } from './refused-download.ts'
import { mailWords } from './mails/mail.ts'
import { paymentIssueWords } from './admin/payment-issues.ts'
import { remindersWords } from './mails/reminders.ts'
import { shellWords } from './shell.ts'
import { locale } from './locale.ts'

/** The texts that the server itself writes in this language: pages without JavaScript, emails, errors and exports. */
export const serverWords = {
  /** How dates and money are written. */
  locale,
  errors: errorMessages,
  announcement: announcementWords,
  fields: allFieldMessages,
  conflict: conflictWords,
  overloaded: overloadedWords,
  refusedDownload: refusedDownloadWords,
  identity: identityWords,
  licence: licenceWords,
  mail: mailWords,
  reminders: remindersWords,
  emailChange: emailChangeWords,
  birthDate: birthDateWords,
  dataPage: dataPageWords,
  deviceMails: deviceMailWords,
  paymentIssues: paymentIssueWords,
  shell: shellWords,
  listFindings: listFindingMessages,
  reasons: reasonMessages,
  regions: regionNames,
  cancellationReasons,
  extendedByOwner,
  evidence: screeningWords.export,
  countries: countryNames,
  /** Column headings and values of an exported list. */
  export: {
    columns: adminWords.columns,
    moreColumns: adminWords.moreColumns,
    person: fieldWords,
    status: adminWords.status,
    type: adminWords.type,
    yes: adminWords.yes,
    no: adminWords.no,
  },
}
