import { pagesWords } from '#words/shop/pages.ts'
import { useSettings } from '../client/page.tsx'
import { MessagePage } from './message-page.tsx'

const t = pagesWords.notApproved

export function NotApprovedScreen() {
  const { brand } = useSettings()
  return (
    <MessagePage icon="blocked" heading={t.heading}>
      <p>{t.text}</p>
      <p>{t.mistake(brand.supportEmail)}</p>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {t.contact}
      </a>
    </MessagePage>
  )
}
