import { lazyScreen } from '../ui/loading/lazy-screen.tsx'

/** The two halves of the trial page in files of their own: each visitor sees only one of them. */
export const trialForm = lazyScreen(
  'web/forms/registration/trial-form.tsx',
  async () => (await import('../forms/registration/trial-form.tsx')).TrialForm,
)
export const trialState = lazyScreen(
  'web/shop/trial-state.tsx',
  async () => (await import('./trial-state.tsx')).TrialState,
)
