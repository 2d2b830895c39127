import { shopWords } from '#words/shop/shop.ts'
import { useLocation } from '../client/location.tsx'
import { useSettings } from '../client/page.tsx'
import { PreferenceChoices } from './preference-choices.tsx'

const t = shopWords.footer

export function SiteFooter() {
  const { brand, forgeryToken } = useSettings()
  const { pathname } = useLocation()
  const { eula, privacy } = brand.documents
  const asAdmin = pathname.startsWith('/administration')
  return (
    <footer className={asAdmin ? 'site-footer site-footer--wide' : 'site-footer'}>
      <span>{t.legal(brand.legalName)}</span>
      <ul className="site-footer__links">
        <li>
          <a href={eula.address}>{eula.title}</a>
        </li>
        <li>
          <a href={privacy.address}>{privacy.title}</a>
        </li>
        <li>
          <a href={`mailto:${brand.supportEmail}`}>{t.support}</a>
        </li>
      </ul>
      {/* A page of last resort has nobody to bind a form to. */}
      {forgeryToken !== '' && <PreferenceChoices />}
    </footer>
  )
}
