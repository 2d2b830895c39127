import { shopWords } from '../core/words/en/shop.ts'
import { useSettings } from './page.tsx'

const say = shopWords.footer

export function SiteFooter() {
  const { brand } = useSettings()
  const { eula, privacy } = brand.documents
  return (
    <footer className="site-footer">
      <span>{say.legal(brand.legalName)}</span>
      <ul className="site-footer__links">
        <li>
          <a href={eula.address}>{eula.title}</a>
        </li>
        <li>
          <a href={privacy.address}>{privacy.title}</a>
        </li>
        <li>
          <a href={`mailto:${brand.supportEmail}`}>{say.support}</a>
        </li>
      </ul>
    </footer>
  )
}
