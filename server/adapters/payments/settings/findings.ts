/**
 * A finding in Stripe's settings. A fault of a price or product stops the sale of its plan, any other fault the start;
 * a warning stops nothing.
 */
export type Finding = {
  level: 'ok' | 'warning' | 'fault'
  about: 'connection' | 'key' | 'prices' | 'products' | 'tax' | 'portal' | 'webhook' | 'permissions'
  sentence: string
}

export type SettingsTopic = Finding['about']
export const ok = (about: SettingsTopic, sentence: string): Finding => ({ level: 'ok', about, sentence })
export const warning = (about: SettingsTopic, sentence: string): Finding => ({ level: 'warning', about, sentence })
export const fault = (about: SettingsTopic, sentence: string): Finding => ({ level: 'fault', about, sentence })
