import assert from 'node:assert/strict'
import { test } from 'vitest'
import { languages } from '../domain/language.ts'
import { wordsIn, type ServerWords } from './server-words.ts'

/** The file in a language's folder from which the server's texts come, and their name in it. */
const sources: Record<Exclude<keyof ServerWords, 'locale' | 'export' | 'evidence'>, [file: string, name: string]> = {
  announcement: ['announcement', 'announcementWords'],
  birthDate: ['account/birth-date', 'birthDateWords'],
  cancellationReasons: ['admin/people/user', 'cancellationReasons'],
  conflict: ['conflict', 'conflictWords'],
  overloaded: ['overloaded', 'overloadedWords'],
  countries: ['forms/countries', 'countryNames'],
  deviceMails: ['mails/devices', 'deviceMailWords'],
  dataPage: ['account/data-page', 'dataPageWords'],
  emailChange: ['account/email-change', 'emailChangeWords'],
  errors: ['errors', 'errorMessages'],
  extendedByOwner: ['admin/people/user', 'extendedByOwner'],
  fields: ['forms/all-fields', 'allFieldMessages'],
  identity: ['identity', 'identityWords'],
  licence: ['licence', 'licenceWords'],
  listFindings: ['admin/screening/list-findings', 'listFindingMessages'],
  mail: ['mails/mail', 'mailWords'],
  paymentIssues: ['admin/payment-issues', 'paymentIssueWords'],
  reasons: ['admin/screening/reviews', 'reasonMessages'],
  regions: ['admin/screening/reviews', 'regionNames'],
  refusedDownload: ['refused-download', 'refusedDownloadWords'],
  reminders: ['mails/reminders', 'remindersWords'],
  shell: ['shell', 'shellWords'],
}

for (const language of languages) {
  test(`the server’s words in ${language} come from the folder of that language`, async () => {
    const words = wordsIn(language)
    const read = async (file: string) =>
      (await import(`./${language}/${file}.ts`)) as Record<string, Record<string, unknown>>
    for (const [part, [file, name]] of Object.entries(sources))
      assert.equal(words[part as keyof typeof sources], (await read(file))[name], part)
    const { adminWords } = await read('admin/admin')
    for (const part of ['columns', 'status', 'type'] as const)
      assert.equal(words.export[part], adminWords?.[part], part)
    assert.equal(words.evidence, (await read('admin/screening/screening'))['screeningWords']?.['export'])
    assert.equal(words.locale, (await read('locale'))['locale'])
  })
}
