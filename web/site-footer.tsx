import { shopWords } from '../core/words/en/shop.ts'
import { useLocation } from './location.tsx'
import { useSettings } from './page.tsx'

const say = shopWords.footer

export function SiteFooter() {
  const { brand } = useSettings()
  const { pathname } = useLocation()
  const { eula, privacy } = brand.documents
  const atDesk = pathname.startsWith('/administration')
  return (
    <footer className={atDesk ? 'site-footer site-footer--wide' : 'site-footer'}>
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
