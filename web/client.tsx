import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { createQueryClient, type PageData } from './page.tsx'
import { screenReady } from './routes.tsx'

const root = document.getElementById('root')
const { answers, settings } = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData
if (root) {
  // Without its screen the page still comes alive, and says what is missing.
  await screenReady(window.location.pathname).catch(() => undefined)
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <App queryClient={createQueryClient(answers)} settings={settings} />
      </BrowserRouter>
    </StrictMode>,
  )
}
