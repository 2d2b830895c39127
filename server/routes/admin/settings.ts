import type { Output } from '../../../contract/contract.ts'
import { refuse } from '../../../contract/errors.ts'
import {
  brandFields,
  legalDocuments,
  legalPageNames,
  type BrandField,
  type BrandFile,
} from '../../../domain/catalogue/brand.ts'
import { shopLanguages, type Language } from '../../../domain/language.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { sampleMails } from '../../actions/mails/sample-mails.ts'
import { sendTestMail } from '../../actions/mails/send-test-mail.ts'
import type { AppContext } from '../../context.ts'
import { sampleMailPolicy } from '../../http/headers.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import type { OperatorFiles } from '../../operator-files.ts'
import { administratorOf } from '../caller.ts'

/**
 * Handles the administrators' calls about the shop's settings. `identityMails`: samples of the built-in identity
 * provider.
 */
export function settingsHandlers(
  context: AppContext,
  sources: OperatorFiles['sources'],
  identityMails: (recipient: Recipient) => Mail[],
) {
  const samplesFor = (recipient: Recipient) => sampleMails(context, identityMails, recipient)
  const sampleOf = (id: string, language: Language, to = ''): Mail =>
    samplesFor({ to, language }).find((sample) => sample.id === id)?.mail ?? refuse('NOT_FOUND')

  return {
    'GET /api/v1/settings': () => ({
      files: { brand: sources.brand.path, catalogue: sources.catalogue.path },
      ...viewBrand(context.brand, sources.brand.lines, changedFields(context)),
      plans: [...context.catalogue.plans.keys()].map((name, index) => ({
        name,
        line: sources.catalogue.lines.get(`plans.${index}`) ?? null,
      })),
    }),

    'GET /api/v1/settings/mails': ({ query }) =>
      samplesFor({ to: '', language: query.language }).map(({ id, mail: { kind, subject } }) => ({
        id,
        kind,
        subject,
      })),

    'GET /api/v1/settings/mails/{id}'({ path, query }) {
      const { subject, text } = sampleOf(path.id, query.language)
      return { subject, text }
    },

    'GET /api/v1/settings/mails/{id}/html'({ path, query }, { reply }) {
      const { html } = sampleOf(path.id, query.language)
      return reply
        .header('content-security-policy', sampleMailPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(withoutLinks(html)) as never
    },

    async 'POST /api/v1/settings/mails/{id}/test'({ path, body }, call) {
      const administrator = administratorOf(call)
      await sendTestMail(context, sampleOf(path.id, body.language, administrator.email), body.language, administrator)
    },
  } satisfies Partial<Handlers>
}

/** Removes the targets of a sample's links: they open in a new window, which its sandbox forbids. */
const withoutLinks = (html: string): string => html.replace('<head>', '<head><base target="_blank" />')

type Settings = Output<'GET /api/v1/settings'>

/** Returns the fields in which the brand in force differs from the file. */
function changedFields({ currentBrand, brand }: AppContext): ReadonlySet<BrandField> {
  return new Set(brandFields.filter((field) => brand[field] !== currentBrand.file[field]))
}

function viewBrand(
  brand: BrandFile,
  lines: ReadonlyMap<string, number>,
  changed: ReadonlySet<BrandField>,
): Pick<Settings, 'brand' | 'documents'> {
  return {
    brand: brandFields.map((field) => ({
      field,
      value: valueOf(brand, field),
      line: lines.get(field) ?? null,
      isChanged: changed.has(field),
    })),
    documents: legalDocuments.map((key) => {
      const { title, address, version } = brand.documents[key]
      return {
        key,
        title,
        address,
        version,
        isSample: address.startsWith('/sandbox/'),
        line: lines.get(`documents.${key}`) ?? null,
      }
    }),
  }
}

/** Returns, for a field with languages, each language with its value: a text, or the number of questions. */
function valueOf(brand: BrandFile, field: BrandField): string | null {
  if (field === 'legalPages')
    return legalPageNames.flatMap((name) => brand.legalPages?.[name]?.address ?? []).join(', ') || null
  if (field === 'announcements' || field === 'questions' || field === 'reviewTimes' || field === 'refundRules') {
    const texts = shopLanguages().flatMap((language) => {
      const given = brand[field]?.[language]
      return given === undefined ? [] : [`${language}: ${typeof given === 'string' ? given : given.length}`]
    })
    return texts.length === 0 ? null : texts.join('; ')
  }
  const value = brand[field] ?? null
  return value === null ? null : String(value)
}
