import { constants, setPriority } from 'node:os'

/** Lowers the priority of the calling thread below the shop's own. Outside Linux it would affect the whole process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
