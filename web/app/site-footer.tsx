import { legalLinks } from '../../domain/catalogue/brand.ts'
import { shopWords } from '#words/shop/shop.ts'
import { useLocation } from '../client/location.tsx'
import { useSettings } from '../client/page.tsx'
import { PreferenceChoices } from './preference-choices.tsx'

const t = shopWords.footer

export function SiteFooter() {
  const { brand, forgeryToken } = useSettings()
  const { pathname } = useLocation()
  const asAdmin = pathname.startsWith('/administration')
  return (
    <footer className={asAdmin ? 'site-footer site-footer--wide' : 'site-footer'}>
      <span>{t.legal(brand.legalName)}</span>
      <ul className="site-footer__links">
        {legalLinks(brand).map(({ title, address }) => (
          <li key={address}>
            <a href={address}>{title}</a>
          </li>
        ))}
        <li>
          <a href={`mailto:${brand.supportEmail}`}>{t.support}</a>
        </li>
      </ul>
      {/* An error page has no visitor to whom a form could be bound. */}
      {forgeryToken !== '' && <PreferenceChoices />}
    </footer>
  )
}
