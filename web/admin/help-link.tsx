import { handbookAddress, type HandbookChapter } from '../../contract/handbook.ts'
import { helpWords as t } from '#words/admin/help.ts'
import { Link } from '../ui/links/link.tsx'

/** Links a page or a part of it to the chapter that explains it; `what` is its heading. */
export function HelpLink({ chapter, what }: { chapter: HandbookChapter; what: string }) {
  return (
    <Link className="link small" href={handbookAddress(chapter)}>
      {t.help}
      <span className="visually-hidden">{t.about(what)}</span>
    </Link>
  )
}
