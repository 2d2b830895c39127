import assert from 'node:assert/strict'
import { test } from 'vitest'
import { browserName } from './browser-name.ts'

test('a browser is named by product and system, and an unknown one by neither', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
  const named = [
    `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    `${windows.replace(')', '; rv:144.0)')} Gecko/20100101 Firefox/144.0`,
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    'curl/8.0',
    undefined,
  ].map(browserName)
  assert.deepEqual(named, [
    'Edge, Windows',
    'Firefox, Windows',
    'Safari, macOS',
    'Chrome, Android',
    'Chrome, iPhone',
    null,
    null,
  ])
})

test('a browser is recognised although its header also names others', () => {
  const said = {
    'EdgA/142.0 Chrome/142.0 Safari/537.36': 'Edge',
    'Chrome/142.0 Safari/537.36 OPR/120.0': 'Opera',
    'SamsungBrowser/29.0 Chrome/142.0 Safari/537.36': 'Samsung Internet',
    'FxiOS/144.0 Mobile/15E148 Safari/605.1.15': 'Firefox',
    'HeadlessChrome/142.0 Safari/537.36': 'Chrome',
    'X-Edg/1': 'Edge',
    'MyEdg/1 NotOPR/1 MySamsungBrowser/1 NotFirefox/1 NotChrome/1 MySafari/1': null,
    'Edg OPR SamsungBrowser Firefox Chrome Safari': null,
  }
  for (const [header, name] of Object.entries(said)) assert.equal(browserName(header), name, header)
})

test('a system is named even if the browser is unknown', () => {
  const said = {
    '(iPad; CPU OS 18_0)': 'iPad',
    '(iPhone; CPU iPhone OS 18_0 like Mac OS X)': 'iPhone',
    '(Linux; Android 15)': 'Android',
    '(X11; CrOS x86_64)': 'ChromeOS',
    '(X11; Linux x86_64)': 'Linux',
    'MyWindows Androids miPhone iPads Mac OS Xi CrOSs Linuxes': null,
    'Windowsy aAndroid iPhones aiPad aMac OS X aCrOS aLinux': null,
  }
  for (const [header, name] of Object.entries(said)) assert.equal(browserName(header), name, header)
})
