/** The screening thread with a fault: the check of people from this company never ends. */
export const hangingWorker = new URL('./hanging-worker.ts', import.meta.url)
export const hangingCompany = 'Endless Loop'
