import { useCallback, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import type { BrandOverrides } from '../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../domain/language.ts'
import { brandWords as t } from '#words/admin/settings/brand.ts'
import { language as pageLanguage } from '#words/locale.ts'
import { ApiError, call, messageOf } from '../../../client/api.ts'
import { useRefresh } from '../../../client/queries.ts'
import { useReturn } from '../../../ui/links/use-return.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { useConfirmFirst } from '../../confirm-first.tsx'
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
} from './values/brand-edits.ts'
import { idOf, languageOf, withoutFields, type Problems } from './values/brand-problems.ts'
import { useBrandChanged, useBrandEdits } from './use-brand.ts'

/** Manages the form that changes the brand: what is entered, its problems, the shown language, and how it is saved. */
export function useBrandForm(present: SavedBrand) {
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
  const edited = editedFields(edits)
  const latest = useRef(edits)
  useLayoutEffect(() => {
    latest.current = edits
  }, [edits])

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
      const wrong = languageOf(fields)
      if (wrong) setLanguage(wrong)
    }
    setSaving(null)
  }

  return {
    brand,
    edits,
    values: valuesWith(brand, edits),
    edited,
    problems,
    busy,
    /** The language whose questions are shown. */
    language,
    setLanguage,
    /** Returns the error of the field with an id. */
    errorAt: (id: string) => problems.fields.find(({ field }) => idOf(field) === id)?.message,

    set(given: BrandOverrides) {
      setProblems(withoutFields(problems, Object.keys(given)))
      setEdits(enter(brand, edits, given))
    },

    reset(fields: readonly BrandField[]) {
      setProblems(withoutFields(problems, fields))
      setEdits(resetToFile(brand, edits, fields))
    },

    discard() {
      setProblems({ ...problems, fields: [], message: null })
      setEdits(noEdits(brand.version))
    },

    submit(event: SubmitEvent) {
      event.preventDefault()
      if (busy || edited.length === 0) return
      setSaving(brand)
      confirmFirst(() => void save())
    },
  }
}
