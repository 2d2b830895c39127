import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { LocationProvider } from '../client/location.tsx'
import { queriesOf, type PageData } from '../client/page.tsx'
import { allScreensReady } from './routes.tsx'

await allScreensReady()

/** A page's markup on the server: what belongs in the head (its title), and what stands in the body. */
export function render({ url, answers, settings }: PageData & { url: string }): { head: string; body: string } {
  const markup = renderToString(
    <LocationProvider address={new URL(url, 'http://localhost')}>
      <App queries={queriesOf(answers)} settings={settings} />
    </LocationProvider>,
  )
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(markup)?.[0] ?? ''
  return { head, body: markup.slice(head.length) }
}
