import { useCallback, useLayoutEffect, useRef, useState, type MouseEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { BrandOverrides } from '../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../domain/language.ts'
import { brandWords as t } from '#words/admin/brand.ts'
import { language as pageLanguage } from '#words/locale.ts'
import { ApiError, call, messageOf } from '../../../client/api.ts'
import { useSettings } from '../../../client/page.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useReturn } from '../../../ui/links/use-return.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { useConfirmFirst } from '../../confirm-first.tsx'
import { AccentField } from './accent-field.tsx'
import {
  editedFields,
  editsSince,
  enter,
  noEdits,
  overridesWith,
  resetToFile,
  tidied,
  valuesWith,
  type BrandField,
  type SavedBrand,
} from './brand-edits.ts'
import { BrandPreview } from './brand-preview.tsx'
import { idOf, labelOf, languageOf, type Problems } from './brand-problems.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { AnnouncementFields, ImprintFields } from './language-fields.tsx'
import { QuestionsField } from './questions-field.tsx'
import { SaveBar } from './save-bar.tsx'
import { useBrandChanged, useBrandEdits } from './use-brand.ts'
import { ValueSource } from './value-source.tsx'

/** Renders the form that changes the brand, with a preview of unsaved changes. */
export function BrandForm({ brand: present, labelledBy }: { brand: SavedBrand; labelledBy: string }) {
  /** The brand for which a save is being sent; input made meanwhile is applied to it as well. */
  const [saving, setSaving] = useState<SavedBrand | null>(null)
  useReturn(useCallback(() => setSaving(null), []))
  const busy = saving !== null
  const brand = saving ?? present
  const [edits, setEdits] = useBrandEdits(brand)
  const [problems, setProblems] = useState<Problems>({ fields: [], message: null, attempt: 0 })
  const [language, setLanguage] = useState<Language>(pageLanguage)
  const confirmFirst = useConfirmFirst()
  const brandChanged = useBrandChanged()
  const refresh = useRefresh()
  const toast = useToast()
  const values = valuesWith(brand, edits)
  const edited = editedFields(edits)
  const { languages } = useSettings()
  const latest = useRef(edits)
  useLayoutEffect(() => {
    latest.current = edits
  }, [edits])

  /** Removes the problems of the fields that have changed. */
  function forget(fields: readonly string[]) {
    const others = problems.fields.filter(({ field }) => !fields.includes(field.split('.')[1] ?? ''))
    setProblems({ ...problems, fields: others, message: null })
  }
  function set(given: BrandOverrides) {
    forget(Object.keys(given))
    setEdits(enter(brand, edits, given))
  }
  function discard() {
    setProblems({ ...problems, fields: [], message: null })
    setEdits(noEdits(brand.version))
  }

  async function save() {
    try {
      // The version on which the form is based: it already states above what a colleague saved meanwhile.
      const body = { version: brand.version, values: tidied(overridesWith(brand, edits)) }
      await call('POST /api/v1/settings/brand', { body })
      const saved = (await brandChanged()) ?? brand
      setProblems((before) => ({ ...before, fields: [], message: null }))
      setEdits(editsSince({ brand, edits }, latest.current, saved))
      toast({ tone: 'success', message: t.saved })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh()
      const fields = error instanceof ApiError ? error.errors : []
      const message = fields.length > 0 ? null : messageOf(error, t.failed)
      setProblems((before) => ({ fields, message, attempt: before.attempt + 1 }))
      const wrong = fields.map(({ field }) => languageOf(idOf(field))).find((one) => one !== null)
      if (wrong) setLanguage(wrong)
    }
    setSaving(null)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || edited.length === 0) return
    setSaving(brand)
    confirmFirst(() => void save())
  }

  /** Shows the language of a field before the error summary moves the focus to that field. */
  function showLanguage({ target }: MouseEvent) {
    const wrong = target instanceof HTMLAnchorElement ? languageOf(target.hash.slice(1)) : null
    if (wrong) flushSync(() => setLanguage(wrong))
  }

  const errorAt = (id: string) => problems.fields.find(({ field }) => idOf(field) === id)?.message
  const source = (fields: readonly [BrandField, ...BrandField[]], inFile?: string) => (
    <ValueSource
      brand={brand}
      edits={edits}
      fields={fields}
      inFile={inFile}
      onReset={() => {
        forget(fields)
        setEdits(resetToFile(brand, edits, fields))
      }}
    />
  )
  const text = (name: 'name' | 'supportEmail', hint: string) => (
    <div>
      <TextField
        id={`brand-${name}`}
        name={name}
        label={t.fields[name]}
        hint={hint}
        width="l"
        autoComplete="off"
        type={name === 'supportEmail' ? 'email' : 'text'}
        error={errorAt(`brand-${name}`)}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
      />
      {source([name], brand.file[name])}
    </div>
  )
  const summary = [
    ...(problems.message ? [{ message: problems.message }] : []),
    ...problems.fields.map(({ field, message }) => ({
      id: idOf(field),
      message: t.at(labelOf(field, languages), message),
    })),
  ]

  return (
    <form className="brand" aria-labelledby={labelledBy} noValidate onSubmit={submit}>
      <div className="brand__fields" onClickCapture={showLanguage}>
        <ErrorSummary title={t.summary} errors={summary} attempt={problems.attempt} />
        {edited.length > 0 && edits.version !== brand.version ? <ChangedMeanwhile since={edits.version} /> : null}
        {text('name', t.nameHint)}
        <AccentField values={values} onChange={set} source={source(['accentHue', 'accentChroma'])} />
        {text('supportEmail', t.supportHint)}
        <ImprintFields
          values={values}
          onChange={set}
          errorAt={errorAt}
          source={source(['imprint'], brand.file.imprint?.address)}
        />
        <AnnouncementFields
          values={values}
          onChange={set}
          errorAt={errorAt}
          source={source(['announcements'], Object.values(brand.file.announcements).join(' · '))}
        />
        <QuestionsField
          values={values}
          onChange={set}
          errorAt={errorAt}
          language={language}
          onLanguage={setLanguage}
          source={source(['questions'])}
        />
      </div>
      <BrandPreview values={values} language={language} />
      <SaveBar edited={edited.length} busy={busy} discard={discard} />
    </form>
  )
}
