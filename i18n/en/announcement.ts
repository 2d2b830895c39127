/** The label of the announcement above every page of the shop. */
export const announcementWords = { label: 'Announcement' }
