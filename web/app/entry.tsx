import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { LocationProvider } from '../client/location.tsx'
import { queriesOf, TitleCollector } from '../client/page.tsx'
import type { PageData } from '../../contract/page-data.ts'
import { allScreensReady } from './screens.tsx'

export { screenSources } from './screens.tsx'

await allScreensReady()

/** Renders a page's title and markup on the server. */
export function render({ url, answers, settings }: PageData & { url: string }): { title: string; body: string } {
  let title: string | undefined
  const body = renderToString(
    <TitleCollector value={(text) => void (title ??= text)}>
      <LocationProvider address={new URL(url, 'http://localhost')}>
        <App queries={queriesOf(answers)} settings={settings} />
      </LocationProvider>
    </TitleCollector>,
  )
  return { title: title ?? settings.brand.name, body }
}
