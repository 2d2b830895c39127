/** How far back, and ahead, the overview shows. */
export const shownWeeks = 13
export const shownMonths = 13
export const shownDays = 30
