import { paths } from '../../../contract/screens.ts'
import { firstStepsWords as t } from '#words/admin/first-steps.ts'
import { useSettings } from '../../client/page.tsx'
import { Link } from '../../ui/links/link.tsx'
import { useIsAdministrator } from '../use-role.ts'

/** What to do in a shop in which no one has registered yet. */
export function FirstSteps() {
  const { sandboxMail } = useSettings()
  const isAdministrator = useIsAdministrator()
  const steps = [
    ...(isAdministrator ? [{ href: paths.settings, ...t.settings }] : []),
    { href: paths.catalogue, ...t.catalogue },
    // The homepage leads administrators back here.
    { href: '/try', ...t.trial },
    ...(sandboxMail ? [{ href: '/sandbox/mail', ...t.inbox }] : []),
  ]
  return (
    <>
      <p>{t.text}</p>
      <ul className="stack">
        {steps.map(({ href, link, text }) => (
          <li key={href}>
            <Link className="link" href={href}>
              {link}
            </Link>
            {': '}
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
