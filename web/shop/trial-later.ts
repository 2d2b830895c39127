import { lazyScreen } from '../ui/lazy-screen.tsx'

/** What most visitors of the trial page never see, in a file of its own. */
export const trialState = lazyScreen(async () => (await import('./trial-state.tsx')).TrialState)
