/** 'Fri, 20 Nov 2026 13:25:00 GMT' */
export const wholeMoment = (date: Date) => date.toUTCString()
