import { lazyScreen } from '../../../../ui/loading/lazy-screen.tsx'

/** A separate file, because only shops with licensed programs need it. */
export const devicesSetting = lazyScreen(
  'web/shop/account/settings/sign-in/devices-setting.tsx',
  async () => (await import('./devices-setting.tsx')).DevicesSetting,
)
