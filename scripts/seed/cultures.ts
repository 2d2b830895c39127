/** The origin of fictional people: their names in Latin letters, names of companies there, and their share. */
export type Culture = {
  /** Country codes, each with its weight among all. */
  countries: readonly (readonly [code: string, weight: number])[]
  firstNames: readonly string[]
  lastNames: readonly string[]
  /** Endings of company names; may be empty. */
  forms: readonly string[]
}

const words = (text: string) => text.split(' ')
const parts = (text: string) => text.split(', ')

export const cultures: readonly Culture[] = [
  {
    countries: [
      ['US', 24],
      ['GB', 8],
      ['CA', 4],
      ['AU', 3],
      ['NZ', 0.8],
    ],
    firstNames: words(
      'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Daniel Lisa Matthew Nancy Anthony Sandra Mark Ashley Steven Emily Andrew Kimberly Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Oliver Charlotte Harry Amelia Jack Isla Callum Ruby Ethan Chloë Zoë Naomi Marcus Tyrone Denise Latoya',
    ),
    lastNames: parts(
      "Smith, Johnson, Williams, Brown, Jones, Miller, Davis, Wilson, Anderson, Taylor, Thomas, Moore, Jackson, Martin, Lee, Thompson, White, Harris, Clark, Lewis, Robinson, Walker, Young, Allen, King, Wright, Scott, Hill, Green, Adams, Baker, Nelson, Campbell, Mitchell, Roberts, Carter, Phillips, Evans, Turner, Parker, Edwards, Collins, Stewart, Morris, Murphy, Cook, Rogers, Morgan, Cooper, Peterson, Reed, Bailey, Kelly, Howard, Ward, Watson, Brooks, Bennett, Gray, Hughes, Price, Long, Foster, Sanders, Ross, Powell, Sullivan, Russell, Hayes, Ashworth, Featherstone, Washington, McAllister, D'Souza, Whitaker-Jones, St John",
    ),
    forms: ['Inc.', 'LLC', 'Corp.', 'Ltd', 'Group', ''],
  },
  {
    countries: [['IE', 1]],
    firstNames: words(
      'Aoife Seán Niamh Ciarán Saoirse Oisín Caoimhe Conor Gráinne Pádraig Róisín Eoin Sinéad Cillian Orlaith Darragh Áine Fionn Bríd Tomás',
    ),
    lastNames: parts(
      "Murphy, O'Connor, Byrne, Ryan, O'Sullivan, Doyle, McCarthy, Gallagher, O'Doherty, Kennedy, Lynch, Ó Súilleabháin, Quinn, Nolan, Ní Bhriain, Fitzgerald, Brennan, Kavanagh",
    ),
    forms: ['Ltd', 'DAC', ''],
  },
  {
    countries: [
      ['DE', 9],
      ['AT', 1.2],
      ['CH', 1.3],
    ],
    firstNames: words(
      'Anna Lukas Lena Leon Marie Finn Sophie Jonas Laura Paul Julia Felix Katharina Maximilian Sabine Jürgen Renate Günther Ursula Björn Jörg Käthe Matthias Annika Sebastian Franziska Florian Andreas Petra Uwe Monika Stefan Birgit Tobias Heike Wolfgang Silke Rüdiger Bärbel Dörte Christoph Nadine Moritz Theresa Hannes Lisbeth',
    ),
    lastNames: words(
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Lehmann Köhler Maier Böhm Jäger Groß Weiß Vogel Friedrich Günther Frank Berger Winkler Roth Lorenz Baumann Fuchs Kühn Böttcher Zürcher Häberli Gruber Steiner Moser Aebischer Huber',
    ),
    forms: ['GmbH', 'AG', 'GmbH & Co. KG', 'KG', 'SE'],
  },
  {
    countries: [
      ['FR', 6],
      ['BE', 1],
    ],
    firstNames: words(
      'Camille Léa Hugo Chloé Lucas Manon Louis Inès Gabriel Élodie Arthur Zoé Théo Anaïs Jules Hélène Étienne François Margaux Noémie Benoît Aurélie Sébastien Céline Jérôme Amélie Frédéric Océane Rémi Solène Mathieu Adèle Gaël Bérénice Loïc Maëlle Cédric Agnès Yann Clémence Jean-Baptiste Anne-Sophie',
    ),
    lastNames: parts(
      'Martin, Bernard, Dubois, Thomas, Robert, Richard, Petit, Durand, Leroy, Moreau, Simon, Laurent, Lefèvre, Michel, Garcia, Bertrand, Roux, Vincent, Fournier, Morel, Girard, André, Mercier, Dupont, Lambert, Bonnet, Légaré, Faure, Rousseau, Blanc, Guérin, Chevalier, Gauthier, Perrin, Clément, Hébert, Le Gall, de La Tour, Peeters, Janssens, Delacroix, Béranger',
    ),
    forms: ['SA', 'SARL', 'SAS', ''],
  },
  {
    countries: [
      ['ES', 4],
      ['MX', 3],
      ['AR', 1],
      ['CL', 0.7],
      ['CO', 0.8],
      ['PE', 0.5],
    ],
    firstNames: words(
      'María José Lucía Antonio Carmen Manuel Sofía Javier Martina Daniel Paula Alejandro Valeria Carlos Daniela Pablo Julia Álvaro Alba Adrián Inés Sergio Rocío Raúl Begoña Íñigo Nuria Óscar Ximena Diego Camila Andrés Catalina Joaquín Guadalupe Héctor Marisol Gonzalo Pilar Ramón',
    ),
    lastNames: parts(
      'García, Rodríguez, González, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Martín, Jiménez, Ruiz, Hernández, Díaz, Moreno, Muñoz, Álvarez, Romero, Alonso, Gutiérrez, Navarro, Torres, Domínguez, Vázquez, Ramos, Gil, Ramírez, Serrano, Blanco, Molina, Suárez, Ortega, Delgado, Castro, Ortiz, Rubio, Núñez, Iglesias, Peña, Ibáñez, de la Cruz, Quiñones',
    ),
    forms: ['S.A.', 'S.L.', 'S.A. de C.V.', 'Ltda.'],
  },
  {
    countries: [
      ['BR', 5],
      ['PT', 1],
    ],
    firstNames: words(
      'Ana João Beatriz Pedro Mariana Lucas Larissa Gabriel Júlia Rafael Letícia Thiago Camila Bruno Fernanda Vinícius Patrícia Tomás Inês Gonçalo Conceição Otávio Helena Caetano Luíza Matheus Débora Fábio Sílvia André Márcia Estêvão',
    ),
    lastNames: parts(
      'Silva, Santos, Oliveira, Souza, Rodrigues, Ferreira, Alves, Pereira, Lima, Gomes, Costa, Ribeiro, Martins, Carvalho, Almeida, Lopes, Soares, Fernandes, Vieira, Barbosa, Rocha, Dias, Nascimento, Araújo, Magalhães, Simões, Conceição, Assunção, dos Santos, de Andrade, Figueirêdo, Guimarães',
    ),
    forms: ['Ltda.', 'S.A.', 'Lda'],
  },
  {
    countries: [['IT', 4]],
    firstNames: words(
      'Giulia Francesco Sofia Alessandro Aurora Lorenzo Giorgia Leonardo Martina Mattia Chiara Andrea Elena Gabriele Alice Riccardo Federica Tommaso Beatrice Davide Nicolò Ilaria Niccolò Benedetta Simone Valentina Matteo Noè',
    ),
    lastNames: parts(
      "Rossi, Russo, Ferrari, Esposito, Bianchi, Romano, Colombo, Ricci, Marino, Greco, Bruno, Gallo, Conti, De Luca, Costa, Giordano, Mancini, Rizzo, Lombardi, Moretti, Barbieri, Fontana, Santoro, Mariani, Rinaldi, Caruso, Ferrara, Galli, Martini, Leone, Longo, D'Angelo, Nicolò, Cantù",
    ),
    forms: ['S.p.A.', 'S.r.l.', ''],
  },
  {
    countries: [['NL', 3]],
    firstNames: words(
      'Emma Daan Julia Sem Sanne Lucas Femke Bram Anouk Thijs Lotte Jeroen Marijke Pieter Willemijn Sjoerd Maartje Ruben Renée Joost Noëlle Gijs Fleur Bas',
    ),
    lastNames: parts(
      'de Jong, Jansen, de Vries, van den Berg, Bakker, van Dijk, Visser, Smit, Meijer, de Boer, Mulder, de Groot, Bos, Vos, Peters, Hendriks, van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, Smits, de Graaf, van der Meer',
    ),
    forms: ['B.V.', 'N.V.'],
  },
  {
    countries: [
      ['SE', 2],
      ['NO', 1.4],
      ['DK', 1.4],
    ],
    firstNames: words(
      'Astrid Erik Ingrid Lars Freja Emil Maja Oscar Saga Björn Åsa Håkan Märta Göran Linnéa Øyvind Solveig Magnus Signe Søren Mette Jørgen Kåre Bodil Åke Gunnhild Torbjørn Sigrún',
    ),
    lastNames: words(
      'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Hansen Jensen Nielsen Pedersen Christensen Sørensen Rasmussen Jørgensen Berg Haugen Hagen Johannessen Bakken Lindström Sjöberg Åkesson Bergström Ødegård Nygård Mårtensson',
    ),
    forms: ['AB', 'AS', 'A/S', 'ApS'],
  },
  {
    countries: [
      ['FI', 1.2],
      ['EE', 0.3],
    ],
    firstNames: words(
      'Aino Eero Helmi Väinö Sofia Onni Aada Leo Päivi Jukka Maarit Heikki Tuula Antti Kirsi Mikko Säde Ilmari Kaarel Õnne',
    ),
    lastNames: words(
      'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Heinonen Niemi Kärkkäinen Tamm Põder Sepp',
    ),
    forms: ['Oy', 'Oyj', 'OÜ'],
  },
  {
    countries: [['PL', 3]],
    firstNames: words(
      'Zuzanna Antoni Julia Jakub Maja Jan Zofia Szymon Hanna Franciszek Małgorzata Paweł Agnieszka Łukasz Katarzyna Stanisław Elżbieta Grzegorz Bożena Michał Świętosława Wojciech',
    ),
    lastNames: words(
      'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Kwiatkowski Krawczyk Piotrowski Grabowski Pawłowski Michalski Król Wróbel Jabłoński Łęcki',
    ),
    forms: ['Sp. z o.o.', 'S.A.'],
  },
  {
    countries: [
      ['CZ', 1.5],
      ['SK', 0.5],
      ['SI', 0.3],
      ['HR', 0.5],
    ],
    firstNames: words(
      'Eliška Jakub Tereza Tomáš Adéla Matěj Kateřina Ondřej Božena Jiří Markéta Vojtěch Zdeňka Luboš Dušan Željka Marko Ana Luka Maja Žiga Štěpán',
    ),
    lastNames: words(
      'Novák Svoboda Novotný Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Marek Pospíšil Hájek Jelínek Král Růžička Kovačević Horvat Babić Jurić Šimić Žižka Krajčír',
    ),
    forms: ['s.r.o.', 'a.s.', 'd.o.o.'],
  },
  {
    countries: [['HU', 1]],
    firstNames: words(
      'Hanna Bence Anna Máté Zsófia Levente Lilla Ádám Réka Dávid Ágnes László Erzsébet Gergő Katalin Ödön Őrs Zoltán Piroska Béla',
    ),
    lastNames: words(
      'Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete Szűcs Gulyás',
    ),
    forms: ['Kft.', 'Zrt.'],
  },
  {
    countries: [
      ['RO', 1],
      ['MD', 0.1],
    ],
    firstNames: words(
      'Andreea Andrei Maria Alexandru Ioana Mihai Elena Ștefan Cristina Gabriel Mădălina Răzvan Anca Bogdan Raluca Cătălin Ilinca Țugui Vlad Sânziana',
    ),
    lastNames: words(
      'Popescu Ionescu Popa Radu Dumitru Stoica Stan Gheorghe Rusu Munteanu Matei Constantin Șerban Marin Tudor Dobre Barbu Nistor Lazăr Oprea Țăranu Bălan',
    ),
    forms: ['S.R.L.', 'S.A.'],
  },
  {
    countries: [
      ['GR', 0.6],
      ['CY', 0.1],
    ],
    firstNames: words(
      'Maria Georgios Eleni Dimitrios Katerina Konstantinos Sofia Ioannis Anna Nikolaos Vasiliki Panagiotis Ioanna Christos Despina Spyridon',
    ),
    lastNames: words(
      'Papadopoulos Papadakis Georgiou Vlachos Nikolaidis Oikonomou Alexiou Karagiannis Makris Antoniou Dimitriou Ioannidis Konstantinou Athanasiou Pappas Kyriakou',
    ),
    forms: ['A.E.', 'E.P.E.'],
  },
  {
    countries: [['TR', 2]],
    firstNames: words(
      'Zeynep Yusuf Elif Mustafa Ayşe Mehmet Fatma Ömer Emine Hüseyin Hatice İbrahim Çağla Oğuz Şule Gökhan Büşra Ümit Tuğba Barış Işıl Kaan',
    ),
    lastNames: words(
      'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Güneş Ünal',
    ),
    forms: ['A.Ş.', 'Ltd. Şti.'],
  },
  {
    countries: [['UA', 0.5]],
    firstNames: words(
      'Oksana Andriy Olena Serhiy Iryna Taras Natalia Bohdan Yulia Mykola Kateryna Vasyl Svitlana Oleksandr',
    ),
    lastNames: words(
      'Shevchenko Kovalenko Bondarenko Tkachenko Kravchenko Oliynyk Shevchuk Koval Polishchuk Bondar Tkachuk Moroz Marchenko Lysenko',
    ),
    forms: ['LLC', ''],
  },
  {
    countries: [
      ['RU', 0.22],
      ['BY', 0.06],
    ],
    firstNames: words(
      'Anastasia Dmitry Ekaterina Ivan Olga Sergei Tatiana Alexei Svetlana Pavel Yelena Mikhail Darya Konstantin',
    ),
    lastNames: words(
      'Ivanov Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Lukashevich Zaitsev',
    ),
    forms: ['LLC', 'JSC'],
  },
  {
    countries: [['JP', 5]],
    firstNames: words(
      'Haruto Yui Sōta Hina Yūto Aoi Ren Mei Riku Sakura Kaito Yuna Daichi Akari Takumi Miyu Kenji Yōko Hiroshi Keiko Makoto Naoko Ryō Emi Shōhei Tomoko Kazuo Chiyo',
    ),
    lastNames: words(
      'Satō Suzuki Takahashi Tanaka Watanabe Itō Yamamoto Nakamura Kobayashi Katō Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu Saitō Mori Abe Ikeda Hashimoto Ōno Kondō Endō Gotō',
    ),
    forms: ['K.K.', 'Co., Ltd.'],
  },
  {
    countries: [['KR', 3]],
    firstNames: words(
      'Min-jun Seo-yeon Ji-hoon Ha-eun Do-yun Ji-woo Seo-jun Soo-ah Ye-jun Yuna Hyun-woo Eun-ji Sung-min Mi-sook Jae-won Hye-jin Dong-hyun Young-ja Tae-yang Bo-ra',
    ),
    lastNames: words('Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong'),
    forms: ['Co., Ltd.', 'Corp.'],
  },
  {
    countries: [
      ['CN', 4],
      ['TW', 1],
      ['SG', 0.9],
      ['HK', 0.5],
    ],
    firstNames: words(
      'Wei Fang Lei Xiuying Jun Na Yang Min Tao Jing Ming Li Chao Juan Gang Yan Xin Mei Hao Yuxuan Zihan Haoran Lǚ Siyuan Jiayi Wenjie Shu-fen Chih-ming Kai-lin Pei-shan',
    ),
    lastNames: words(
      'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang Lü Deng Tan Ng',
    ),
    forms: ['Co., Ltd.', 'Group', 'Pte. Ltd.'],
  },
  {
    countries: [['VN', 1]],
    firstNames: words(
      'Linh Nam Hương Minh Thảo Đức Ngọc Hùng Mai Tuấn Lan Dũng Phương Quân Trang Sơn Hà Thắng Yến Khánh',
    ),
    lastNames: words('Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý'),
    forms: ['JSC', 'Co., Ltd.'],
  },
  {
    countries: [['IN', 8]],
    firstNames: words(
      'Aarav Ananya Vihaan Diya Arjun Saanvi Rohan Priya Aditya Kavya Rahul Neha Sanjay Pooja Vikram Lakshmi Amit Meera Rajesh Sunita Karthik Divya Suresh Deepa Imran Fatima Harpreet Gurpreet Anil Shreya Nikhil Ishita Manoj Radhika',
    ),
    lastNames: words(
      'Sharma Verma Gupta Singh Kumar Patel Reddy Nair Iyer Rao Joshi Mehta Shah Desai Kulkarni Chatterjee Banerjee Mukherjee Das Bose Pillai Menon Khan Ansari Kaur Gill Chopra Malhotra Kapoor Agarwal Mishra Pandey Naidu Hegde',
    ),
    forms: ['Pvt. Ltd.', 'Ltd', 'LLP'],
  },
  {
    countries: [
      ['ID', 1.2],
      ['MY', 1],
      ['PH', 1],
    ],
    firstNames: words(
      'Siti Budi Dewi Agus Nur Rizky Putri Andi Ayu Hendra Farah Amir Aisyah Hafiz Maricel Jomar Angelica Rodel Liza Reynaldo Intan Wahyu',
    ),
    lastNames: parts(
      'Wijaya, Santoso, Susanto, Hidayat, Pratama, Saputra, Nugroho, Kusuma, binti Ahmad, bin Ismail, Abdullah, Rahman, Reyes, Cruz, Bautista, Ocampo, Mendoza, Villanueva, Dela Cruz, Peñaflor',
    ),
    forms: ['Tbk', 'Sdn. Bhd.', 'Inc.'],
  },
  {
    countries: [
      ['AE', 0.8],
      ['SA', 0.6],
      ['EG', 0.6],
      ['MA', 0.4],
    ],
    firstNames: words(
      'Mohammed Fatima Ahmed Aisha Omar Mariam Youssef Layla Khalid Noura Hassan Salma Ibrahim Huda Tariq Rania Karim Yasmine Abdullah Zaynab',
    ),
    lastNames: parts(
      'Al-Farsi, Al-Mansouri, Haddad, El-Sayed, Khalil, Nasser, Al-Hashimi, Mansour, Saleh, Al-Otaibi, Benali, Bennani, El Idrissi, Abdelrahman, Fahmy, Al-Zahrani, Shaheen, Qasim',
    ),
    forms: ['LLC', 'FZE', 'S.A.E.'],
  },
  {
    countries: [['IL', 0.8]],
    firstNames: words('Noa Itai Tamar Yonatan Maya Eitan Shira Omer Yael Ariel Michal Nadav Rivka Gil Hila Amit'),
    lastNames: parts(
      'Cohen, Levi, Mizrahi, Peretz, Biton, Dahan, Avraham, Friedman, Katz, Ben-David, Shapira, Azoulay, Golan, Bar-Lev, Rosenberg, Segal',
    ),
    forms: ['Ltd'],
  },
  {
    countries: [
      ['NG', 1],
      ['GH', 0.4],
      ['KE', 0.7],
    ],
    firstNames: words(
      'Chinedu Amara Emeka Ngozi Tunde Yetunde Ifeoma Segun Kwame Akosua Kofi Abena Wanjiru Kamau Achieng Otieno Njeri Mwangi Adébáyọ̀ Zainab',
    ),
    lastNames: words(
      'Okafor Adeyemi Okonkwo Balogun Eze Nwosu Ogunleye Bello Mensah Owusu Asante Boateng Mwangi Kamau Otieno Wanjiku Kariuki Odhiambo Abubakar Chukwu',
    ),
    forms: ['Ltd', 'PLC', 'Ventures'],
  },
  {
    countries: [['ZA', 1.4]],
    firstNames: words(
      'Thabo Lerato Sipho Nomvula Johan Annelise Pieter Zanele Kagiso Thandiwe Riaan Chantelle Mandla Ayanda Hendrik Naledi',
    ),
    lastNames: parts(
      'Nkosi, Dlamini, van der Merwe, Botha, Naidoo, Khumalo, Pretorius, Mokoena, Venter, Ndlovu, Govender, Sithole, du Plessis, Molefe, Jacobs, Zulu',
    ),
    forms: ['(Pty) Ltd', 'Holdings'],
  },
]

/** The business of companies: the second half of their names, and their industry. */
export const trades: readonly (readonly [word: string, industry: string])[] = [
  ['Energy', 'Energy'],
  ['Renewables', 'Energy'],
  ['Turbines', 'Energy'],
  ['Aerospace', 'Aerospace and defence'],
  ['Avionics', 'Aerospace and defence'],
  ['Farms', 'Agriculture'],
  ['Agronomics', 'Agriculture'],
  ['Motors', 'Automotive'],
  ['Powertrain', 'Automotive'],
  ['Capital', 'Banking and insurance'],
  ['Insurance', 'Banking and insurance'],
  ['Chemicals', 'Chemicals'],
  ['Coatings', 'Chemicals'],
  ['Polymers', 'Chemicals'],
  ['Construction', 'Construction'],
  ['Concrete', 'Construction'],
  ['Advisors', 'Consulting'],
  ['Consulting', 'Consulting'],
  ['Textiles', 'Consumer goods'],
  ['Cosmetics', 'Consumer goods'],
  ['Academy', 'Education'],
  ['Semiconductors', 'Electronics and semiconductors'],
  ['Sensors', 'Electronics and semiconductors'],
  ['Circuits', 'Electronics and semiconductors'],
  ['Bottling', 'Food and beverage'],
  ['Bakeries', 'Food and beverage'],
  ['Dairy', 'Food and beverage'],
  ['Brewing', 'Food and beverage'],
  ['Clinics', 'Healthcare'],
  ['Diagnostics', 'Healthcare'],
  ['Freight', 'Logistics and transport'],
  ['Shipping', 'Logistics and transport'],
  ['Warehousing', 'Logistics and transport'],
  ['Valves', 'Manufacturing'],
  ['Bearings', 'Manufacturing'],
  ['Tooling', 'Manufacturing'],
  ['Robotics', 'Manufacturing'],
  ['Castings', 'Manufacturing'],
  ['Studios', 'Media and entertainment'],
  ['Mining', 'Mining and metals'],
  ['Steel', 'Mining and metals'],
  ['Aluminium', 'Mining and metals'],
  ['Pharma', 'Pharmaceuticals and life sciences'],
  ['Biologics', 'Pharmaceuticals and life sciences'],
  ['Vaccines', 'Pharmaceuticals and life sciences'],
  ['Outfitters', 'Retail'],
  ['Grocers', 'Retail'],
  ['Software', 'Software and IT services'],
  ['Analytics', 'Software and IT services'],
  ['Cloudworks', 'Software and IT services'],
  ['Telecom', 'Telecommunications'],
  ['Networks', 'Telecommunications'],
  ['Waterworks', 'Water and waste'],
  ['Recycling', 'Water and waste'],
  ['Ventures', 'Other'],
]
