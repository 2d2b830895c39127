import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { announcementWords } from '#words/announcement.ts'
import { language } from '#words/locale.ts'
import { useSettings } from '../../../client/page.tsx'
import { callQuery, useRefresh } from '../../../client/queries.ts'
import { useDraft } from '../../drafts.ts'
import { brandInPage, editedFields, noEdits, type BrandEdits, type SavedBrand } from './values/brand-edits.ts'

/** Stores the edits of a tab until they are saved or discarded, or the tab is closed. */
export function useBrandEdits({ version }: SavedBrand): [BrandEdits, (edits: BrandEdits) => void] {
  const [text, setText] = useDraft('brand', 'edits')
  const edits = useMemo(() => (text === '' ? noEdits(version) : (JSON.parse(text) as BrandEdits)), [text, version])
  return [edits, (next) => setText(editedFields(next).length === 0 ? '' : JSON.stringify(next))]
}

/** Requests the changed data again, applies the brand in force to this page, and returns it. */
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
    // TanStack Query notifies components in a later task: until then they render the former brand.
    await new Promise<void>((resolve) => {
      notifyManager.schedule(resolve)
    })
    return saved
  }
}

/** Updates the announcement, which is outside the part that React renders. Pages of the admin area do not show it. */
function announce(text: string | undefined): void {
  const present = document.querySelector('body > .announcement')
  if (!text) return present?.remove()
  const aside = present ?? document.createElement('aside')
  aside.className = 'announcement'
  aside.ariaLabel = announcementWords.label
  aside.textContent = text
  document.body.prepend(aside)
}
