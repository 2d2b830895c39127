import { shopWords } from '#words/shop.ts'
import { useSettings } from '../client/page.tsx'
import { Icon } from '../ui/icon.tsx'

const say = shopWords.pages.pending

export function PendingScreen() {
  const { brand } = useSettings()
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name="clock" />
      </span>
      <h1>{say.heading}</h1>
      <p>{say.text}</p>
      <ul className="promise-list">
        {say.required.map((line) => (
          <li key={line}>
            <Icon name="check" />
            {line}
          </li>
        ))}
      </ul>
      <p>{say.exception}</p>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {say.contact}
      </a>
    </div>
  )
}
