import { lazyScreen } from '../ui/lazy-screen.tsx'

/** The two halves of the trial page in files of their own: a visitor sees one of them. */
export const trialForm = lazyScreen(async () => (await import('../forms/registration/trial-form.tsx')).TrialForm)
export const trialState = lazyScreen(async () => (await import('./trial-state.tsx')).TrialState)
