import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '../../../domain/language.ts'
import type { Output } from '../../../contract/contract.ts'
import { language as pageLanguage } from '#words/locale.ts'
import { mailsWords } from '#words/admin/settings/mails.ts'
import { settingsWords } from '#words/admin/settings/settings.ts'
import { call, messageOf } from '../../client/api.ts'
import { useSettings, useVisitor } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { adminQuery, useAdminCall } from '../admin-call.ts'
import { AdminSection, ListSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'

const t = settingsWords.mails
type Sample = Output<'GET /api/v1/settings/mails'>[number]

/** The emails that administrators receive; all others go to visitors and customers. */
const toAdministrators: ReadonlySet<Sample['kind']> = new Set([
  'second-factor-changed',
  'old-lists',
  'payment-issues',
  'endpoint-failing',
])

/** Shows every email in each language, and sends samples to the viewer's own address. */
export function SampleMails() {
  const [language, setLanguage] = useState<Language>(pageLanguage)
  const query = useQuery({
    ...adminQuery('GET /api/v1/settings/mails', { query: { language } }),
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState('')
  return (
    <AdminSection heading={t.heading}>
      {() => (
        <>
          <p className="soft small">{t.lead}</p>
          <Loaded query={query} waiting={<ListSkeleton />}>
            {(samples) => (
              <SampleChoice
                samples={samples}
                chosen={samples.find(({ id }) => id === chosen) ?? samples[0]}
                onChoose={setChosen}
                language={language}
                onLanguage={setLanguage}
                loading={query.isPlaceholderData}
              />
            )}
          </Loaded>
        </>
      )}
    </AdminSection>
  )
}

type ChoiceProps = {
  samples: readonly Sample[]
  chosen: Sample | undefined
  onChoose: (id: string) => void
  language: Language
  onLanguage: (language: Language) => void
  /** The samples are still those of another language. */
  loading: boolean
}

function SampleChoice({ samples, chosen, onChoose, language, onLanguage, loading }: ChoiceProps) {
  const { languages } = useSettings()
  const { data: brand } = useAdminCall('GET /api/v1/settings/brand')
  const versions = samples.filter(({ kind }) => kind === chosen?.kind)
  const kinds = [...new Set(samples.map(({ kind }) => kind))]
  if (!chosen) return null
  return (
    <>
      <div className="cluster">
        <Select
          id="sample-kind"
          name="kind"
          label={t.mail}
          value={chosen.kind}
          options={kinds.map((kind) => ({
            value: kind,
            label: mailsWords.kinds[kind],
            group: toAdministrators.has(kind) ? t.toAdministrators : t.toCustomers,
          }))}
          onChange={(kind) => onChoose(samples.find((sample) => sample.kind === kind)?.id ?? '')}
        />
        {versions.length > 1 ? (
          <Select
            id="sample-version"
            name="version"
            label={t.version}
            value={chosen.id}
            options={versions.map(({ id, subject }, index) => ({ value: id, label: t.versions(index + 1, subject) }))}
            onChange={onChoose}
          />
        ) : null}
        <Select
          id="sample-language"
          name="language"
          label={t.language}
          value={language}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={onLanguage}
        />
      </div>
      {loading ? (
        <ListSkeleton />
      ) : (
        // A changed brand needs the emails to be rendered again.
        <ShownSample key={`${chosen.id} ${language} ${brand?.version}`} sample={chosen} language={language} />
      )}
    </>
  )
}

function ShownSample({ sample: { id, subject }, language }: { sample: Sample; language: Language }) {
  const { user } = useVisitor()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      await call('POST /api/v1/settings/mails/{id}/test', { path: { id }, body: { language } })
      toast({ tone: 'success', message: t.sent(user?.email ?? '') })
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, t.failed) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="cluster cluster--apart">
        <p>
          <span className="soft">{t.subject}:</span> <strong lang={language}>{subject}</strong>
        </p>
        <Button size="small" busy={busy} busyLabel={t.sending} onClick={() => void send()}>
          {t.send}
        </Button>
      </div>
      <div className="table-frame">
        <iframe
          title={t.frame(subject)}
          src={`/api/v1/settings/mails/${id}/html?language=${language}`}
          sandbox=""
          width="100%"
          height="680"
          style={{ display: 'block', border: 0 }}
        />
      </div>
      <TextPart id={id} language={language} />
    </>
  )
}

/** Requested when it is opened. */
function TextPart({ id, language }: { id: string; language: Language }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.text}</summary>
      {isOpen ? <PlainText id={id} language={language} /> : null}
    </details>
  )
}

function PlainText({ id, language }: { id: string; language: Language }) {
  const query = useAdminCall('GET /api/v1/settings/mails/{id}', { path: { id }, query: { language } })
  return (
    <Loaded query={query} waiting={<ListSkeleton />}>
      {({ text }) => (
        <p className="as-written" lang={language}>
          {text}
        </p>
      )}
    </Loaded>
  )
}
