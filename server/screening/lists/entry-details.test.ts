import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readList } from './read-list.ts'
import { aConsolidatedList, anAdd, anAlt, anSdn } from '../../../test/support/screening/given-lists.ts'

const file = (name: string, content: string) => ({ file: name, content: Buffer.from(content) })
const detailsIn = (list: string, ...files: [name: string, content: string][]) =>
  readList(
    list,
    files.map(([name, content]) => file(name, content)),
  ).entries[0]?.details

const remarks =
  'DOB 18 Jul 1961; alt. DOB 1962; POB Pyongyang, Korea, North; nationality Iran; citizen Russia; Gender Male; Linked To: ACME ROCKETS.'

test('countries are recognised by the names that publishers use, also where their last word is another country', () => {
  const addresses = [
    'Main St, Tortola, Virgin Islands, British',
    'Charlotte Amalie, Virgin Islands, U.S.',
    'Yangon, Myanmar',
    'Praia, Cabo Verde',
    'Skopje, North Macedonia, The Republic of',
    'Abidjan, Cote d Ivoire',
    'Kingstown, Saint Vincent and the Grenadines',
    'Douglas, Man, Isle of',
    'Kowloon, China, Hong Kong Special Administrative Region',
    'Gaza, Region: Gaza',
  ]
  for (const [at, code] of ['VG', 'VI', 'MM', 'CV', 'MK', 'CI', 'VC', 'IM', 'HK', 'PS'].entries()) {
    const un = (address: string) =>
      `<CONSOLIDATED_LIST><ENTITY><FIRST_NAME>KARNOVAK</FIRST_NAME><REFERENCE_NUMBER>1</REFERENCE_NUMBER><ENTITY_ADDRESS><COUNTRY>${address}</COUNTRY></ENTITY_ADDRESS></ENTITY></CONSOLIDATED_LIST>`
    const details = detailsIn('UN Security Council Consolidated List', ['un_consolidated.xml', un(addresses[at] ?? '')])
    assert.deepEqual(details?.countries, [code], addresses[at])
  }
})

test('OFAC’s remarks beside the names are stored for the reviewer, with the countries in them', () => {
  const files: [string, string][] = [
    ['sdn.csv', anSdn([{ number: 1, name: 'KARNOVAK, Zoltan', type: 'individual', remarks }])],
    ['alt.csv', anAlt([{ number: 1, name: 'KARNOWAK, Zoltan' }])],
    ['add.csv', anAdd([1])],
  ]
  assert.deepEqual(detailsIn('OFAC Specially Designated Nationals', ...files), {
    addresses: ['Havana, Cuba'],
    birthDates: ['18 Jul 1961', '1962'],
    birthPlaces: ['Pyongyang, Korea, North'],
    nationalities: ['Iran', 'Russia'],
    linkedTo: ['ACME ROCKETS'],
    remarks,
    countries: ['CU', 'IR', 'KP', 'RU'],
    countryFields: { addresses: ['CU'], nationalities: ['IR', 'RU'], birthPlaces: ['KP'] },
  })
})

test('the remarks of the US, the UN, the EU and the UK are stored too, and a page that is not a web address is omitted', () => {
  const us = aConsolidatedList([
    {
      name: 'Acme Rockets',
      addresses: '1 Main St, Minsk, BY; Tverskaya 1, Moscow, RU',
      dates_of_birth: '1961-07-18',
      nationalities: 'BY',
      source_information_url: 'javascript:alert(1)',
    },
  ])
  assert.deepEqual(detailsIn('US Consolidated Screening List', ['csl.csv', us]), {
    addresses: ['1 Main St, Minsk, BY', 'Tverskaya 1, Moscow, RU'],
    birthDates: ['1961-07-18'],
    nationalities: ['BY'],
    countries: ['BY', 'RU'],
    countryFields: { addresses: ['BY', 'RU'], nationalities: ['BY'] },
  })
  const un = `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>ERIC</FIRST_NAME>
    <REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER><COMMENTS1>Fled to
    Rwanda.</COMMENTS1><NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE></NATIONALITY>
    <INDIVIDUAL_ADDRESS><CITY>Kigali</CITY><COUNTRY>Rwanda</COUNTRY></INDIVIDUAL_ADDRESS>
    <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
  assert.deepEqual(detailsIn('UN Security Council Consolidated List', ['un_consolidated.xml', un]), {
    addresses: ['Kigali, Rwanda'],
    birthDates: ['1971'],
    nationalities: ['Democratic Republic of the Congo'],
    remarks: 'Fled to Rwanda.',
    countries: ['CD', 'RW'],
    countryFields: { addresses: ['RW'], nationalities: ['CD'] },
  })
  const eu = `<export generationDate="2026-02-27"><sanctionEntity euReferenceNumber="EU.1"><subjectType code="person"/>
    <nameAlias wholeName="Jane Doe" strong="true"/><birthdate birthdate="1970-01-02" city="Minsk" countryDescription="BELARUS" countryIso2Code="BY"/>
    <birthdate year="1971" countryDescription="SOVIET UNION" countryIso2Code="GE"/><address city="Moscow" countryDescription="UNKNOWN" countryIso2Code="00"/>
    <citizenship countryDescription="RUSSIAN FEDERATION" countryIso2Code="RU"/></sanctionEntity></export>`
  assert.deepEqual(detailsIn('EU Consolidated Financial Sanctions List', ['eu.xml', eu]), {
    addresses: ['Moscow, UNKNOWN'],
    birthDates: ['1970-01-02', '1971'],
    birthPlaces: ['Minsk, BELARUS', 'SOVIET UNION'],
    nationalities: ['RUSSIAN FEDERATION'],
    countries: ['BY', 'GE', 'RU'],
    countryFields: { nationalities: ['RU'], birthPlaces: ['BY', 'GE'] },
  })
  const columns = {
    fileGenerationDate: '27/02/2026',
    Entity_LogicalId: '1',
    Entity_EU_ReferenceNumber: 'EU.1',
    Entity_SubjectType_ClassificationCode: 'P',
    Entity_Regulation_Programme: 'X',
    NameAlias_WholeName: 'Jane Doe',
    Address_CountryIso2Code: 'TR',
    BirthDate_CountryIso2Code: 'GE',
    Citizenship_CountryIso2Code: 'RU',
  }
  const csv = [Object.keys(columns), Object.values(columns)].map((cells) => `${cells.join(';')}\n`).join('')
  assert.deepEqual(detailsIn('EU Consolidated Financial Sanctions List', ['eu.csv', csv]), {
    countries: ['GE', 'RU', 'TR'],
    countryFields: { addresses: ['TR'], nationalities: ['RU'], birthPlaces: ['GE'] },
  })
  const uk = `<Designations><Designation><UniqueID>RUS0001</UniqueID><Names><Name><Name6>DOE</Name6><NameType>Primary Name</NameType></Name></Names>
    <RegimeName>Russia</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip><Addresses><Address><AddressLine1>Main St</AddressLine1>
    <AddressCountry>Russia</AddressCountry></Address></Addresses><IndividualDetails><Individual><DOBs><DOB>01/02/1970</DOB></DOBs></Individual></IndividualDetails>
    <OtherInformation>A banker.</OtherInformation></Designation></Designations>`
  assert.deepEqual(detailsIn('UK Sanctions List', ['uk.xml', uk]), {
    addresses: ['Main St, Russia'],
    birthDates: ['01/02/1970'],
    remarks: 'A banker.',
    countries: ['RU'],
    countryFields: { addresses: ['RU'] },
  })
})
