import { lazyScreen } from '../../../ui/lazy-screen.tsx'

/** In a file of its own: only shops whose programs sign in have it. */
export const devicesSetting = lazyScreen(
  'web/shop/account/settings/devices-setting.tsx',
  async () => (await import('./devices-setting.tsx')).DevicesSetting,
)
