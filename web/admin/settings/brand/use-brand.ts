import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { announcementWords } from '#words/announcement.ts'
import { language } from '#words/locale.ts'
import { useSettings } from '../../../client/page.tsx'
import { callQuery, useRefresh } from '../../../client/queries.ts'
import { useDraft } from '../../drafts.ts'
import { brandInPage, editedFields, noEdits, type BrandEdits, type SavedBrand } from './brand-edits.ts'

/** What this tab keeps of what was entered, for as long as it is open or until it is saved or discarded. */
export function useBrandEdits({ version }: SavedBrand): [BrandEdits, (edits: BrandEdits) => void] {
  const [text, setText] = useDraft('brand', 'edits')
  const edits = useMemo(() => (text === '' ? noEdits(version) : (JSON.parse(text) as BrandEdits)), [text, version])
  return [edits, (next) => setText(editedFields(next).length === 0 ? '' : JSON.stringify(next))]
}

/** Requests again what was changed, shows this page in the brand in force, and returns that. */
export function useBrandChanged(): () => Promise<SavedBrand | undefined> {
  const queries = useQueryClient()
  const refresh = useRefresh()
  const { brand, changeBrand } = useSettings()
  return async () => {
    await refresh()
    const saved = queries.getQueryData(callQuery('GET /api/v1/settings/brand').queryKey)
    if (!saved) return undefined
    const values = { ...saved.file, ...saved.overrides }
    changeBrand(brandInPage(brand, values, language))
    announce(values.announcements[language])
    const { style } = document.documentElement
    style.setProperty('--accent-h', String(values.accentHue))
    style.setProperty('--accent-c', String(values.accentChroma))
    // TanStack Query tells components in a task of its own: before it they still have the former brand.
    await new Promise<void>((resolve) => {
      notifyManager.schedule(resolve)
    })
    return saved
  }
}

/** The announcement stands outside of what React draws, and pages of the admin area do not show it. */
function announce(text: string | undefined): void {
  const present = document.querySelector('body > .announcement')
  if (!text) return present?.remove()
  const aside = present ?? document.createElement('aside')
  aside.className = 'announcement'
  aside.ariaLabel = announcementWords.label
  aside.textContent = text
  document.body.prepend(aside)
}
