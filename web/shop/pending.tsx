import { shopWords } from '#words/shop.ts'
import { useSettings } from '../client/page.tsx'
import { Icon } from '../ui/icon.tsx'

const t = shopWords.pages.pending

export function PendingScreen() {
  const { brand } = useSettings()
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name="clock" />
      </span>
      <h1>{t.heading}</h1>
      <p>{t.text}</p>
      <ul className="promise-list">
        {t.required.map((line) => (
          <li key={line}>
            <Icon name="check" />
            {line}
          </li>
        ))}
      </ul>
      <p>{t.exception}</p>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {t.contact}
      </a>
    </div>
  )
}
