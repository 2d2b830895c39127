import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { birthDateVerdict } from '../../../domain/screening/birth-date.ts'
import { readList } from './read-list.ts'
import { rejects } from '../../../test/support/screening/given-lists.ts'

const read = (list: string, file: string, content: string) => readList(list, [{ file, content: Buffer.from(content) }])
const shown = ({ entries }: ReturnType<typeof read>) =>
  entries.map(({ id, kind, names, programmes }) => [
    id,
    kind,
    names.map(({ name, quality }) => `${name} ${quality}`),
    programmes,
  ])

describe('the UN list', () => {
  const list = 'UN Security Council Consolidated List'
  const file = (body: string, root = 'CONSOLIDATED_LIST') => `<?xml version="1.0" encoding="UTF-8"?>
<${root} dateGenerated="2026-02-27T00:00:09.554Z">
${body}
</${root}>`
  const person = `<INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Zoltan</FIRST_NAME><SECOND_NAME>KARNOVAK</SECOND_NAME>
<UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDi.999</REFERENCE_NUMBER><NAME_ORIGINAL_SCRIPT>زلتان</NAME_ORIGINAL_SCRIPT>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Zolly &amp; Co</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Bear</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS>`
  const readUn = (content: string) => read(list, 'un_consolidated.xml', content)

  it('gives names, aliases with their quality, the name in its own script, and the day it was made', () => {
    const entity = `<ENTITIES><ENTITY><FIRST_NAME>KARNOVAK HOLDINGS</FIRST_NAME><REFERENCE_NUMBER>CDe.9</REFERENCE_NUMBER>
<ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>KH</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES>`
    const found = readUn(file(person + entity))
    assert.deepEqual(shown(found), [
      [
        'CDi.999',
        'person',
        ['Zoltan KARNOVAK primary', 'Zolly & Co strong', 'The Bear weak', 'زلتان strong'],
        ['UN', 'DRC'],
      ],
      ['CDe.9', 'company', ['KARNOVAK HOLDINGS primary', 'KH strong'], ['UN']],
    ])
    assert.deepEqual([found.version, found.rows], ['2026-02-27', { 'un_consolidated.xml': 2 }])
  })

  const aliasesIn = (kind: 'INDIVIDUAL' | 'ENTITY', alias: string) =>
    shown(
      readUn(
        file(`<${kind}><FIRST_NAME>Zoltan</FIRST_NAME><REFERENCE_NUMBER>CDi.1</REFERENCE_NUMBER>
<${kind}_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME></${kind}_ALIAS></${kind}>`),
      ),
    )[0]?.[2]?.slice(1)
  it('gives each name of an alias that has several, and no remarks about them', () => {
    const person: [alias: string, names: string[]][] = [
      ['Zolly Karnovak; Zoltan Karnowak; Z. Karnovak', ['Zolly Karnovak', 'Zoltan Karnowak', 'Z. Karnovak']],
      ['Zolly Karnovak; Zoltan Karnowak b) Z. Karnovak', ['Zolly Karnovak', 'Zoltan Karnowak', 'Z. Karnovak']],
      ['Zolly Karnovak (original script: Золли Карновак)', ['Zolly Karnovak', 'Золли Карновак']],
      ['Zolly Karnovak (Золли Карновак ),', ['Zolly Karnovak', 'Золли Карновак']],
      ['زلتان (Zolly Karnovak; Zoly Karnovak)', ['زلتان', 'Zolly Karnovak', 'Zoly Karnovak']],
      ['Zolly Karnovak (false identity related to identity card 12)', ['Zolly Karnovak']],
      ['Zolly Karnovak, born 1 Jan. 1953 (passport no. 12, expiry 3 May 2024.)', ['Zolly Karnovak']],
      ['Zolly Karnovak born in 1963', ['Zolly Karnovak']],
      ['(Sheikh) Zolly Karnovak', ['(Sheikh) Zolly Karnovak']],
    ]
    for (const [alias, names] of person)
      assert.deepEqual(
        aliasesIn('INDIVIDUAL', alias),
        names.map((name) => `${name} strong`),
        alias,
      )
    const entity: [alias: string, names: string[]][] = [
      ['Karnovak Mining Front (KMF)', ['Karnovak Mining Front', 'Karnovak Mining Front (KMF)']],
      [
        'زلتان (Karnovak Front (KF); Karnovak Mines - sub-unit name)',
        ['زلتان', 'Karnovak Front', 'Karnovak Front (KF)', 'Karnovak Mines'],
      ],
      ['Karnovak (Hong Kong) Trading Limited', ['Karnovak (Hong Kong) Trading Limited']],
      [
        'زلتان (Karnovak Mines; Karnovak Front (KF))',
        ['زلتان', 'Karnovak Mines', 'Karnovak Front', 'Karnovak Front (KF)'],
      ],
      ['Karnovak (Zorvex', ['Karnovak (Zorvex']],
    ]
    for (const [alias, names] of entity)
      assert.deepEqual(
        aliasesIn('ENTITY', alias),
        names.map((name) => `${name} strong`),
        alias,
      )
  })

  it('gives approximate dates of birth as such, and the note where there is no date', () => {
    const bornIn = (...dates: string[]) => {
      const births = dates.map((date) => `<INDIVIDUAL_DATE_OF_BIRTH>${date}</INDIVIDUAL_DATE_OF_BIRTH>`).join('')
      const found = readUn(
        file(
          `<INDIVIDUAL><FIRST_NAME>Zoltan</FIRST_NAME><REFERENCE_NUMBER>CDi.1</REFERENCE_NUMBER>${births}</INDIVIDUAL>`,
        ),
      )
      return found.entries[0]?.details?.birthDates ?? []
    }
    const approximate = bornIn('<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1977</YEAR>')
    assert.deepEqual(approximate, ['circa 1977'])
    assert.equal(birthDateVerdict('1979-06-01', approximate), 'agrees')
    const range = bornIn('<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1966</FROM_YEAR><TO_YEAR>1969</TO_YEAR>')
    assert.deepEqual(range, ['1966 – 1969'])
    assert.equal(birthDateVerdict('1967-06-01', range), 'agrees')
    const noted = bornIn('<NOTE>Approximately </NOTE><YEAR>1977</YEAR>', '<NOTE>Nov. 1973 </NOTE>')
    assert.deepEqual(noted, ['circa 1977', 'Nov. 1973'])
    assert.equal(birthDateVerdict('1973-11-20', noted), 'agrees')
  })

  const broken: [what: string, content: string, sentence: RegExp][] = [
    ['is another list', file('', 'export'), /line 2: the root element is export instead of CONSOLIDATED_LIST/],
    [
      'has an entry without a name',
      file(person.replace(/<FIRST_NAME>.*SECOND_NAME>/, '')),
      /line 3: the entry has no name/,
    ],
    [
      'has an entry without a number',
      file(person.replaceAll(/<(DATAID|REFERENCE_NUMBER)>.*?<\/\1>/g, '')),
      /line 3: the entry has no reference/,
    ],
    ['has the same number twice', file(person + person), /the entry number CDi\.999 appears twice/],
    ['names entities of its own', `<!DOCTYPE x [<!ENTITY a "aaaa">]>${file(person)}`, /document type declaration/],
    ['is nested without end', file('<INDIVIDUAL>'.repeat(60)), /nested too deeply/],
  ]
  it('is rejected with file and line when it is broken', () => {
    for (const [what, content, sentence] of broken) assert.throws(() => readUn(content), rejects(sentence), what)
  })
})

describe('the EU list', () => {
  const list = 'EU Consolidated Financial Sanctions List'
  it('is read from XML, with weak aliases and several regulations', () => {
    const found = read(
      list,
      'eu.xml',
      `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-02-27T11:00:00.000+01:00">
<sanctionEntity euReferenceNumber="EU.1.1" logicalId="13"><regulation programme="UKR"/><regulation programme="BLR"/>
<subjectType code="person" classificationCode="P"/><nameAlias wholeName="Zoltan Karnovak" strong="true"/>
<nameAlias firstName="Zolly" middleName="" lastName="Karnovak" wholeName="" strong="false"/></sanctionEntity>
</export>`,
    )
    assert.deepEqual(shown(found), [
      ['EU.1.1', 'person', ['Zoltan Karnovak primary', 'Zolly Karnovak weak'], ['EU', 'UKR', 'BLR']],
    ])
    assert.equal(found.version, '2026-02-27')
  })

  const head =
    'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_WholeName'
  it('is read from CSV, with many rows for one entity', () => {
    const rows = ['27/02/2026;13;EU.1.1;E;UKR;Karnovak;Bern', '27/02/2026;13;EU.1.1;E;UKR;Karnovak AG;']
    const found = read(
      list,
      'eu.csv',
      `\u{FEFF}${head};Address_City\n${rows.join('\n')}\n27/02/2026;13;EU.1.1;E;UKR;;Bern\n`,
    )
    assert.deepEqual(shown(found), [['EU.1.1', 'company', ['Karnovak primary', 'Karnovak AG strong'], ['EU', 'UKR']]])
    assert.deepEqual([found.version, found.rows], ['2026-02-27', { 'eu.csv': 3 }])
  })
  it('gives the reviewer addresses, birth, citizenship and remarks from all CSV rows of an entity', () => {
    const more =
      'Entity_Remark;Address_Street;Address_ZipCode;Address_City;Address_CountryDescription;BirthDate_BirthDate;BirthDate_Year;BirthDate_City;BirthDate_CountryIso2Code;Citizenship_CountryDescription'
    const row = (name: string, ...cells: string[]) => `27/02/2026;13;EU.1.1;P;UKR;${name};${cells.join(';')}`
    const rows = [
      row('Zoltan Karnovak', 'Deputy minister', 'Long Lane 1', '3000', 'Bern', 'SWITZERLAND', '', '', '', '', ''),
      row('', '', '', '', '', '', '1962-03-04', '1962', 'Szeged', 'HU', ''),
      row('', '', '', '', '', '', '', '1963', '', '', 'HUNGARY'),
    ]
    const [entry] = read(list, 'eu.csv', `${head};${more}\n${rows.join('\n')}\n`).entries
    assert.deepEqual(entry?.details, {
      addresses: ['Long Lane 1, 3000, Bern, SWITZERLAND'],
      birthDates: ['1962-03-04', '1963'],
      birthPlaces: ['Szeged'],
      nationalities: ['HUNGARY'],
      remarks: 'Deputy minister',
      countries: ['CH', 'HU'],
      countryFields: { addresses: ['CH'], birthPlaces: ['HU'], nationalities: ['HU'] },
    })
  })
  it('gives approximate years of birth and ranges of years, from XML and CSV', () => {
    const xml = `<export generationDate="2026-02-27"><sanctionEntity euReferenceNumber="EU.1.1"><subjectType code="person"/>
<nameAlias wholeName="Zoltan Karnovak"/><birthdate circa="true" year="1977"/><birthdate circa="false" birthdate="1978-02-03" year="1978"/>
<birthdate circa="false" yearRangeFrom="1966" yearRangeTo="1969"/></sanctionEntity></export>`
    const born = ['circa 1977', '1978-02-03', '1966 – 1969']
    assert.deepEqual(read(list, 'eu.xml', xml).entries[0]?.details?.birthDates, born)
    const start = '27/02/2026;13;EU.1.1;P;UKR;Zoltan Karnovak'
    const columns = 'BirthDate_BirthDate;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa'
    const rows = [';1977;;;true', '1978-02-03;1978;;;false', ';;1966;1969;false'].map((cells) => `${start};${cells}\n`)
    const csv = read(list, 'eu.csv', `${head};${columns}\n${rows.join('')}`)
    assert.deepEqual(csv.entries[0]?.details?.birthDates, born)
    assert.equal(birthDateVerdict('1968-01-02', born), 'agrees')
    assert.equal(birthDateVerdict('1975-01-02', born.slice(0, 1)), 'agrees')
  })
  it('is rejected with file and line if a column is missing or a row is cut', () => {
    assert.throws(() => read(list, 'eu.csv', 'a;b\n1;2\n'), rejects(/^eu\.csv, line 1: missing columns: Entity_EU_/))
    assert.throws(
      () => read(list, 'eu.csv', `${head}\n27/02/2026;13;EU`),
      rejects(/^eu\.csv, line 2: 3 columns instead of 6/),
    )
  })
})

describe('the UK list', () => {
  const list = 'UK Sanctions List'
  const head =
    'Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type'
  it('is read from CSV, with names in six columns, below a line with the date', () => {
    const rows = [
      '01/02/2026,RUS0001,1,KARNOVAK,Zoltan,Bela,,,,Primary Name,,Золтан Карновак,Russia,Individual',
      '01/02/2026,RUS0001,1,KARNOVAK,Zolly,,,,,Alias,Low quality a.k.a,,Russia,Individual',
      '01/02/2026,RUS0002,2,KARNOVAK SHIPPING,,,,,,Primary Name,,,Russia,Entity',
    ]
    const found = read(
      list,
      'uk.csv',
      `Report Date: 27-Feb-2026${','.repeat(13)}\r\n${head}\r\n${rows.join('\r\n')}\r\n`,
    )
    assert.deepEqual(shown(found), [
      [
        'RUS0001',
        'person',
        ['Zoltan Bela KARNOVAK primary', 'Золтан Карновак strong', 'Zolly KARNOVAK weak'],
        ['UK', 'Russia'],
      ],
      ['RUS0002', 'company', ['KARNOVAK SHIPPING primary'], ['UK', 'Russia']],
    ])
    assert.equal(found.version, '2026-02-27')
  })
  it('gives the reviewer addresses, birth, nationalities and reasons from all CSV rows of an entry', () => {
    const more =
      'Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Postal Code,Address Country,D.O.B,Nationality(/ies),Town of birth,Country of birth'
    const start = '01/02/2026,RUS0001,1,KARNOVAK,Zoltan,,,,,Primary Name,,,Russia,Individual'
    const rows = [
      `${start},Owns ships.,Supplied parts.,1 Long Lane,Bern,3000,Switzerland,04/03/1962,(1) Hungary (2) Switzerland,Szeged,Hungary`,
      `${start},Owns ships.,Supplied parts.,2 Short Lane,,,Hungary,04/03/1962,,,`,
    ]
    const [entry] = read(list, 'uk.csv', `${head},${more}\n${rows.join('\n')}\n`).entries
    assert.deepEqual(entry?.details, {
      addresses: ['1 Long Lane, Bern, 3000, Switzerland', '2 Short Lane, Hungary'],
      birthDates: ['04/03/1962'],
      birthPlaces: ['Szeged, Hungary'],
      nationalities: ['Hungary', 'Switzerland'],
      remarks: 'Owns ships. Supplied parts.',
      countries: ['CH', 'HU'],
      countryFields: { addresses: ['CH', 'HU'], birthPlaces: ['HU'], nationalities: ['CH', 'HU'] },
    })
  })
  it('is read from XML', () => {
    const name = (name: string, type: string) =>
      `<Name><Name1>Zoltan</Name1><Name6>${name}</Name6><NameType>${type}</NameType></Name>`
    const found = read(
      list,
      'uk.xml',
      `<Designations><DateGenerated>27/02/2026</DateGenerated><Designation><UniqueID>RUS0001</UniqueID><Names>${name('KARNOWAK', 'Alias')}${name('KARNOVAK', 'Primary Name')}</Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>Золтан</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>Russia</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip></Designation></Designations>`,
    )
    assert.deepEqual(shown(found), [
      ['RUS0001', 'person', ['Zoltan KARNOVAK primary', 'Zoltan KARNOWAK strong', 'Золтан strong'], ['UK', 'Russia']],
    ])
    assert.deepEqual([found.version, found.rows], ['2026-02-27', { 'uk.xml': 1 }])
  })
})

describe("OFAC's other lists", () => {
  it('are read from their three files, and the highest number is the edition', () => {
    const nothing = '-0- ,'.repeat(7)
    const file = (name: string, content: string) => ({ file: name, content: Buffer.from(content) })
    const found = readList('OFAC Consolidated Non-SDN List', [
      file('cons_prim.csv', `9640,"KARNOVAK, Zoltan","individual","NS-PLC",${nothing}"DOB 1962."\n`),
      file('cons_alt.csv', '9640,1,"aka","KARNOWAK, Zoltan",-0- \n'),
      file('cons_add.csv', '9640,1,-0- ,"Bern","Switzerland",-0- \n'),
    ])
    assert.deepEqual([shown(found)[0]?.[0], found.version], ['9640', '000000009640'])
  })
})
