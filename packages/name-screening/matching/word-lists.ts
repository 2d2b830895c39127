/** Words with a known weight before any list is read: some without weight, and some with little. */

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/**
 * Company forms as the list of ISO 20275 names and abbreviates them
 * (https://www.gleif.org/en/about-lei/code-lists/iso-20275-entity-legal-forms-code-list), in Latin letters: excluded
 * when names are compared.
 */
export const companyForms = words(`
  ab ag ao oao pao zao ooo aps as asa asoc bhd bv bvba ca cia co cooperativa corp corporation coy cv dac dba doo dd eirl ev
  eurl fze fzc fzco fzllc gbr gesmbh gie gmbh gp hf inc incorporated incorporation jsc ojsc cjsc pjsc kd kft kg kgaa kk kom
  ks ksc lc lda limitada limited llc llp lp ltd ltda ltee mbh mchj nv nyrt ohg ood oy oyj pc plc plt pllc psc pt pte pty pvt
  qsc sa sac sae sal saog saoc sapi sarl sas sasu sca sci scs se sia sicav sl slu snc soe sociedad anonima spa spk spolka
  spzoo srl sro ssk sti tov tbk tic ua uab ulc unlimited vof wll yk zrt private proprietary
  gesellschaft aktiengesellschaft societe anonyme responsabilite limitee responsabilidad
  obshchestvo ogranichennoi otvetstvennostyu aktsionernoe obshchestvo otkrytoe zakrytoe publichnoe aktsioner
  joint stock company companies compania compagnie liability partnership
  beschrankter beschraenkter beschrankte beschraenkte haftung mit partg partgmbb egbr ewiv vvag offene handelsgesellschaft
  kommanditgesellschaft unternehmergesellschaft haftungsbeschrankt eingetragener kaufmann sagl
  selarl selas scop scea earl gaec simplifiee unipersonnelle actions par
  societa azioni limitata responsabilita srls sapa slne sll sau slp sociedade eireli epp
  besloten vennootschap naamloze aansprakelijkheid beperkte cvba sprl scrl bvbs
  aktiebolag aktieselskab anpartsselskab osakeyhtio aksjeselskap ehf ohf hlutafelag iv ivs ky
  spolka ograniczona odpowiedzialnoscia akcyjna komandytowa zoo spolecnost rucenim omezenym akciova obmedzenym spol
  kkt korlatolt felelossegu tarsasag reszvenytarsasag societate raspundere ead eood druzhestvo drustvo druzba
  ogranicenom odgovornoscu dionicko akcionarsko anonim sirketi sirket osauhing aktsiaselts uzdaroji akcine bendrove
  sabiedriba atbildibu ierobezotu epe ike
  nao fgup gup mup tovarystvo obmezhenoyu vidpovidalnistyu prat tzov obschestvo obshestvo obscestvo aktsionernoye
  otvetstvennostiu ogranichennoy otkrytoye zakrytoye publichnoye nepublichnoe closed open
  kabushiki kaisha kabushikigaisha godo yugen gk chusik hoesa jusik youxian gongsi gufen sharikat sherkat sahami khass
  persero perseroan terbatas sdn berhad sendirian tnhh lllp cic cio clg teoranta opc dmcc jafza
`)

/** Small words that join others, with nearly no weight. */
export const smallWords = words(`
  a al el ul ad an ar as ash at az bin ben ibn bint abu abou um umm abd bani d da das de dei del della delle den der des di
  do dos du e et i la las le les lo los of y und and the for to in on van von vom zu zum zur ten ter the s o st san santa
  haji hajji hadji sheikh shaykh shaikh sheik mullah mulla maulavi mawlawi qari ustad dr mr mrs ms prof eng gen col jr sr ii iii iv
`)

/** Words for a company's activity or place, with little weight, however rarely a list contains them. */
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
  west western wholesale nationwide regional domestic continental intercontinental transcontinental pmc chvk wood work works world worldwide
  abogados agropecuaria alimentos auto bros casa centro club comercio consultoria desarrollo diseno fabrica ganadera
  hermanos hijos importaciones exportaciones promotora representaciones sistemas soluciones tecnologia
  bau beratung dienst dienste handel handels holz immobilien logistik maschinen maschinenbau technik verwaltung werk werke
  et fils freres associes groupe conseil gestion travaux batiment
  zavod kompaniya kontsern firma stroy torgovy dom predpriyatie tsentr nauchno proizvodstvennoe
`)

/** Very common first names and surnames, with little weight, however rarely a list contains them. */
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

/** Spellings of one name in each row, which count as nearly the same. */
const spellings = `
  muhammad mohammed mohamed mohammad mohamad muhammed muhamad muhamed mohd muhammet mohamud mukhamed magomed makhmad
  ahmad ahmed ahmet achmad ahmadi akhmed akhmad
  mahmud mahmoud mahmood mehmood makhmud
  hussein husayn hussain hossein husein husain hussayn hosein hussien khusein
  hassan hasan hassen khasan
  yusuf yousef yousif yusef youssef yousuf yusif youssouf yosef iusuf
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
  sergei sergey sergio serge serguei sergej serhiy serhii siarhei
  aleksandr alexander alexandr aleksander oleksandr alyaksandr alexandre alejandro alessandro aliaksandr iskandar sasha alex aleks
  aleksei alexei alexey aleksey oleksiy alyaksey
  andrei andrey andriy andrew andrzej andreas andrii andy andres andrea
  dmitri dmitry dmitriy dmytro dimitri dzmitry dimitry dima
  yevgeny evgeny evgeni evgenii yevgeni yevgeniy evgeniy eugene yevhen evgenij zhenya gene
  yuri yury yuriy iurii juri jurij yurii yura
  mikhail michail mikhayl mykhailo michael mihail mikhal mike misha miguel michele
  nikolai nikolay mykola nicholas nicolas nikolaj nikolas nick nicky kolya
  vladimir volodymyr wladimir uladzimir vladimer vova volodya
  pavel pavlo paul pablo pawel pavlos pasha
  pyotr petr petro peter pedro piotr pjotr pete pierre
  ivan yvan iwan vanya
  john juan jean johann ioannis giovanni joao
  jan yan
  georgy georgi georgiy george jorge georgios heorhiy georgii
  vasily vasili vasiliy vasyl vassily basil
  viktor victor wiktor vitya viktar
  maksim maxim maksym maxime
  igor ihor
  vyacheslav viacheslav vjaceslav vjacheslav wjatscheslaw vyatcheslav viatcheslav
  oleg oleh
  anatoly anatoli anatoliy anatolii
  gennady gennadi gennadiy hennadiy
  valery valeri valeriy valerii
  robert roberto bob bobby rob robbie beto
  william bill billy will willy guillermo guilherme guglielmo wilhelm liam
  richard ricardo riccardo dick rick ricky rich
  james jim jimmy jaime
  thomas tom tommy tomas
  charles charlie chuck carlos carlo karl
  david dave davide
  daniel dan danny daniele
  benjamin benny
  steven steve stephen stefan esteban etienne stepan
  edward eduardo eddie edoardo
  joseph joe josef jose giuseppe pepe
  francisco francesco francis frank paco pancho franz francois
  enrique henry harry henri heinrich enrico kike
  antonio anthony tony toni anton
  ignacio nacho
  manuel manolo manny
  rafael raphael rafa raffaele
  gregory greg grigory grigori grigoriy grisha
  lawrence larry lorenzo laurent
  samuel sammy
  timothy timofey timofei
  katherine catherine kate kathy katya ekaterina yekaterina catalina
  elizabeth liz beth betty yelizaveta elisabeth
  margaret maggie peggy margarita
  natalia natalya natasha nathalie
  tatiana tatyana tanya
  elena yelena lena helen helena
  svetlana sveta
  ludmila lyudmila liudmila
  konstantin kostya constantine constantin
  tsai cai
  zhang chang
  kim gim
  lee ri rhee yi
  pak park bak
  choe choi
  jong chong jeong jung chung cheong
  jon chon jeon jun chun
  jang jahng
  jo cho
  kang gang
  yun yoon
  un eun
  yong yeong young
  hyon hyun hyeon
  chol cheol chul
  song seong sung
  kyong gyeong kyung kyeong
  kwang gwang
  sok seok suk
  hyok hyeok hyuk
  guk kuk gook
  gil kil
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
