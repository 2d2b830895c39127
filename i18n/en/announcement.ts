/** What stands above every page of the shop, where the operator announces something. */
export const announcementWords = { label: 'Announcement' }
