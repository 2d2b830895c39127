/** What a new owner reads in a users list without anyone. */
export const firstStepsWords = {
  text: 'People appear here when they register. Until then:',
  settings: { link: 'Settings', text: 'Set the name and colours of your shop, and invite your team.' },
  catalogue: { link: 'Catalogue', text: 'See what you sell, and in which file to change it.' },
  trial: { link: 'Trial page', text: 'Open it in a private window, and register yourself.' },
  inbox: { link: 'Sandbox inbox', text: 'Read the emails that the shop sends.' },
}
