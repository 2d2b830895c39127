import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { putFieldsBack } from '../client/kept-fields.ts'
import { LocationProvider } from '../client/location.tsx'
import { createQueryClient, type PageData } from '../client/page.tsx'
import { screenReady } from './routes.tsx'

function hydrate(root: HTMLElement) {
  const { answers, settings } = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData
  putFieldsBack()
  // From here on this is a page like any other: loaded anew, it sends no form once more.
  if (settings.posted) window.history.replaceState(null, '', window.location.href)
  hydrateRoot(
    root,
    <StrictMode>
      <LocationProvider address={window.location}>
        <App queryClient={createQueryClient(answers)} settings={settings} />
      </LocationProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
// A screen that cannot be fetched leaves a page that says so.
if (root)
  void screenReady(window.location.pathname).then(
    () => hydrate(root),
    () => hydrate(root),
  )
