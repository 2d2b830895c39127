import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isSignedInPage } from '../../contract/screens.ts'
import { App } from './app.tsx'
import { putFieldsBack } from '../client/kept-fields.ts'
import { LocationProvider } from '../client/location.tsx'
import { queriesOf } from '../client/page.tsx'
import type { PageData } from '../../contract/page-data.ts'
import { screenReady } from './screens.tsx'

function hydrate(root: HTMLElement, { answers, settings }: PageData) {
  putFieldsBack()
  // From here on, reloading does not submit the form again.
  if (settings.posted) window.history.replaceState(null, '', window.location.href)
  hydrateRoot(
    root,
    <StrictMode>
      <LocationProvider address={window.location}>
        <App queries={queriesOf(answers)} settings={settings} />
      </LocationProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) {
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData
  const begin = () => hydrate(root, data)
  // If a screen cannot be loaded, the page explains this.
  void screenReady(window.location.pathname, isSignedInPage(data.answers)).then(begin, begin)
}
