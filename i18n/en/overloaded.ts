export const overloadedWords = {
  title: 'Very busy',
  page: 'Too many people are here at the moment. This page tries again by itself in a few seconds.',
  form: 'Too many people are here at the moment, so what you sent was not processed. Wait a few seconds, then reload this page to send it again.',
}
