import { pagesWords } from '#words/shop/pages.ts'
import { useSettings } from '../client/page.tsx'
import { Icon } from '../ui/icon.tsx'

const t = pagesWords.notApproved

export function NotApprovedScreen() {
  const { brand } = useSettings()
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name="blocked" />
      </span>
      <h1>{t.heading}</h1>
      <p>{t.text}</p>
      <p>{t.mistake(brand.supportEmail)}</p>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {t.contact}
      </a>
    </div>
  )
}
