import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { putFieldsBack } from '../client/kept-fields.ts'
import { LocationProvider } from '../client/location.tsx'
import { createQueryClient, type PageData } from '../client/page.tsx'
import { screenReady } from './routes.tsx'

function hydrate(root: HTMLElement, { answers, settings }: PageData) {
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
if (root) {
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData
  const signedIn = data.answers.some(([name]) => name === 'GET /api/v1/subscriptions/user')
  const begin = () => hydrate(root, data)
  // A screen that cannot be fetched leaves a page that says so.
  void screenReady(window.location.pathname, signedIn).then(begin, begin)
}
