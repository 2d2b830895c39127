/** The thread of screening with a fault: the check of whoever is of this company never ends. */
export const hangingWorker = new URL('./hanging-worker.ts', import.meta.url)
export const hangingCompany = 'Endless Loop'
