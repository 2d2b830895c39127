/** What is known of words before any list is read: which say nothing, and which say little. */

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Forms of companies, in the common languages: left out when names are compared. */
export const companyForms = words(`
  ab ag ao oao pao zao ooo aps as asa asoc bhd bv bvba ca cia co cooperativa corp corporation coy cv dac dba doo dd eirl ev
  eurl fze fzc fzco fzllc gbr gesmbh gie gmbh gp hf inc incorporated incorporation jsc ojsc cjsc pjsc kd kft kg kgaa kk kom
  ks ksc lc lda limitada limited llc llp lp ltd ltda ltee mbh mchj nv nyrt ohg ood oy oyj pc plc plt pllc psc pt pte pty pvt
  qsc sa sac sae sal saog saoc sapi sarl sas sasu sca sci scs se sia sicav sl slu snc soe sociedad anonima spa spk spolka
  spzoo srl sro ssk sti tov tbk tic ua uab ulc unlimited vof wll yk zrt private proprietary
  gesellschaft aktiengesellschaft societe anonyme responsabilite limitee responsabilidad
  obshchestvo ogranichennoi otvetstvennostyu aktsionernoe obshchestvo otkrytoe zakrytoe publichnoe aktsioner
  joint stock company companies compania compagnie
`)

/** Small words that join others: they weigh next to nothing. */
export const smallWords = words(`
  a al el ul ad an ar as ash at az bin ben ibn bint abu abou um umm abd bani d da das de dei del della delle den der des di
  do dos du e et i la las le les lo los of y und and the for to in on van von vom zu zum zur ten ter the s o st san santa
  haji hajji hadji sheikh shaykh shaikh sheik mullah mulla maulavi mawlawi qari ustad dr mr mrs ms prof eng gen col jr sr ii iii iv
`)

/** Words that say what a company does, or where: they weigh little, however seldom a list has them. */
export const commonCompanyWords = words(`
  concern kontsern academy administration advanced aerospace africa african agency agricola agricultural air airlines america american
  arab asia asian associates association associated automotive aviation bank banking bio biotech brothers building
  business capital variable care center central centre chemical chemicals china city comercial comercializadora commerce commercial
  communication communications computer computing construction constructora consultants consulting consultores
  control corporacion corporativo creative customs data defence defense design development digital distribution
  distribuidora east eastern electric electrical electronic electronics empresa energy engineering enterprise enterprises
  environmental equipment estate europe european exchange export exporters express farm fashion federal finance
  financial first food foods foundation freight fund furniture gas general global gold golden good grand great green
  group grupo gulf health healthcare heavy high hold holding holdings home hospital hotel house import industrial
  industrias industrie industries industry information infrastructure inmobiliaria institute instruments insurance
  integrated inter international internet inversiones invest investment investments iran iranian israel italia japan key
  korea labs laboratory land law lighting line lines logistics machinery management manufacturing marine maritime market
  marketing materials media medical metal metals micro middle mining mobile modern motor motors national net network
  networks new north northern ocean oil one optical organization overseas pacific parts partners petroleum petrochemical
  pharma pharmaceutical pharmaceuticals plant power precision prime production products project projects property public
  quality real research resources retail river royal russia russian safety sales science scientific security service
  services servicios shipping shop silver sky smart software solution solutions sons source south southern space special
  sport sports star state steel store studio sun supplies supply support systems system team tech technical technologies
  technology telecom telecommunications textile tools top tour tourism tours trade trading transport transporte
  transportes transportation travel trust unified union united universal university venture ventures vision water web
  west western wholesale wood work works world worldwide
  abogados agropecuaria alimentos auto bros casa centro club comercio consultoria desarrollo diseno fabrica ganadera
  hermanos hijos importaciones exportaciones promotora representaciones sistemas soluciones tecnologia
  bau beratung dienst dienste handel handels holz immobilien logistik maschinen maschinenbau technik verwaltung werk werke
  et fils freres associes groupe conseil gestion travaux batiment
  zavod kompaniya kontsern firma stroy torgovy dom predpriyatie tsentr nauchno proizvodstvennoe
`)

/** First names and surnames that very many people bear: they weigh little, however seldom a list has them. */
export const commonPersonNames = words(`
  aaron abbas abdallah abdel abdul abdulaziz abdullah abdulrahman abraham adam adel adnan ahmad ahmed akram alan albert
  alberto alejandra alejandro alex alexander alexandra alexei alfonso alfredo ali alice alicia alvarez amanda amin amir amy
  ana anatoly andre andrea andreas andrei andres andrew angel angela anna anne anthony antoine anton antonio arash arturo
  ashraf aziz barbara bashir ben benjamin bernard bilal boris brian bruno carl carla carlos carmen carol catherine cesar
  charles chen cheng christian christine christopher claude claudia cristina cruz daniel daniela danny david davis deborah
  denis dennis diana diaz diego dimitri dmitri dmitry dong donald eduardo edward elena elizabeth emily emma enrique eric
  erik ernesto esteban eva evgeny fadi faisal farid fatima felipe felix fernandez fernando florian flores francesca
  francesco francis francisco franco frank gabriel galina garcia george gerard gerardo giovanni giuseppe gloria gomez
  gonzalez gregory guillermo gustavo gutierrez habib hamid han hans harry hasan hassan hector heinz helen helena henry
  hernandez hong hugo hussain hussein ian ibrahim igor imran ines irina isabel ismail ivan ivanov ivanova jack jacob jacques
  jaime jamal james jamil jan jane janet jason javier jean jennifer jerome jessica jesus jie jim jimenez jin joan joao joe
  john johnson jonathan jones jorge jose joseph joshua juan juana juarez judith julia julian julie julio jun kamal karen karim
  karl kate kevin khaled khalid khalil khan kim kumar kuznetsov lara larry laura lee leila leo leonardo leonid leticia lewis
  li lina linda liu lopez lorenzo louis lucas lucia luis luisa luke magdalena mahmoud mahmud manuel marc marcel marco marcos
  margaret maria mariana marie marina mario marion mark marta martha martin martina martinez mary mateo matthew maurice
  maxim medina mehdi mehmet mendez mendoza michael michel miguel mikhail miller min ming miriam mohamed mohammad mohammed
  monica morales moreno moses muhammad munoz mustafa nadia naser nasir nasser natalia nathalie nicholas nicolas nikolai
  nina oleg olga oliver omar oscar osman otto pablo park pascal patricia patrick paul paula pavel pedro peng perez peter
  petra petrov philip philippe pierre ping popov qing rachel rafael rahim rahman ramirez ramon ramos raul rebecca reyes
  ricardo richard rivera robert roberto rodolfo rodrigo rodriguez roger roland roman romero rosa rossi ruben ruiz ruslan
  ruth ryan said salah saleh salem salim salman sam samir samuel sanchez sandra santiago santos sara sarah schmidt scott
  sebastian serge sergei sergey sergio shah sharma shen silva simon singh smirnov smith sofia sonia soto stefan stephen
  steven sun susan svetlana syed tamer tao tariq tatiana taylor teresa thomas tim timothy tom tomas tony torres umar valentina
  valeria vargas vasily vasquez vera veronica victor victoria viktor vincent vladimir walter wang wei werner wilhelm william
  williams wilson wolfgang wu xu yan yang yasin ying yousef yu yuri yusuf zainab zhang zhao zhou zhu
`)

/** Spellings of one name, each row one: as good as the same. */
const spellings = `
  muhammad mohammed mohamed mohammad mohamad muhammed muhamad muhamed mohd muhammet mohamud mukhamed magomed makhmad
  ahmad ahmed ahmet achmad ahmadi akhmed akhmad
  mahmud mahmoud mahmood mehmood makhmud
  hussein husayn hussain hossein husein husain hussayn hosein hussien khusein
  hassan hasan hassen khasan
  yusuf yousef yousif yusef youssef yousuf yusif youssouf yosef iusuf joseph josef jose giuseppe
  yaqub yacoub yaqoob yakub jacob jakob
  ibrahim ebrahim ibraheem brahim abraham
  ismail ismael esmail ismaeel esmaeil
  sulayman suleiman sulaiman soleiman suleyman soliman sulieman
  abdallah abdullah abdulla abdellah abdollah
  abdulrahman abdelrahman abdalrahman abdurrahman abdurahman abdirahman abdarrahman
  qadhafi qaddafi gaddafi gadhafi kadafi kaddafi qadafi gadafi khadafy qathafi elqaddafi
  usama osama usamah ussama
  umar omar omer umer
  uthman othman osman usman ousmane
  khalid khaled halid haled
  said saeed sayid saed sayeed saeid
  zayd zaid zeid zayed
  nasser nasir naser nasr nassir
  rashid rasheed rachid rashed
  mustafa mostafa moustafa mustapha mostapha
  sergei sergey serguei sergej serhiy serhii siarhei
  aleksandr alexander alexandr aleksander oleksandr alyaksandr alexandre alejandro alessandro aliaksandr iskandar sasha
  aleksei alexei alexey aleksey oleksiy alyaksey
  andrei andrey andriy andrew andrzej andreas andrii
  dmitri dmitry dmitriy dmytro dimitri dzmitry dimitry
  yevgeny evgeny evgeni evgenii yevgeni yevgeniy evgeniy eugene yevhen evgenij
  yuri yury yuriy iurii juri jurij yurii
  mikhail michail mikhayl mykhailo michael mihail mikhal
  nikolai nikolay mykola nicholas nicolas nikolaj nikolas
  vladimir volodymyr wladimir uladzimir vladimer
  pavel pavlo paul pablo pawel pavlos
  pyotr petr petro peter pedro piotr pjotr
  ivan john juan jean jan johann ioannis giovanni yan
  georgy georgi georgiy george jorge georgios heorhiy georgii
  vasily vasili vasiliy vasyl vassily basil
  viktor victor wiktor
  maksim maxim maksym maxime
  igor ihor
  oleg oleh
  anatoly anatoli anatoliy anatolii
  gennady gennadi gennadiy hennadiy
  valery valeri valeriy valerii
  tsai cai
  chang zhang
  telecommunications telecommunication telecom telekom telekommunikatsii
  technology technologies tekhnologii tecnologia tech tekhnologiya technological
  industry industries industrial industrie
  company co compagnie compania
  trading trade
  engineering engineers
  electronics electronic elektronika elektronik
  factory zavod plant
  shipping shipments
  import imports
  export exports
  institute institut instituto
  center centre tsentr centro
  bank banco banque
  brothers bros
  international intl
  development developments
  service services
  system systems
  product products
  solution solutions
  investment investments
  corporation corporacion korporatsiya
`

/** The group of a word that has several spellings. */
export const spellingGroups: ReadonlyMap<string, number> = new Map(
  spellings
    .trim()
    .split('\n')
    .flatMap((row, group) =>
      row
        .trim()
        .split(' ')
        .map((word) => [word, group] as const),
    ),
)
