/**
 * Common passwords that satisfy `checkPassword`, out of the 100,000 most common ones. Source: "10 million passwords,
 * top 1,000,000" from SecLists (OWASP), ordered by frequency.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
!QAZ1qaz !QAZ2wsx !QAZxsw2 033028Pw 0L8KCHeK 0cDh0v99uE 111111aA 111Luzer 1234567aA 123456Aa 123456aA
1234Qwer 123QWEasd 123qweASD 12QWaszx 12e3E456 132Forever 1Aaaaaaa 1Abcdefg 1Airborn 1Alexand 1Arsenal
1Asdfghj 1Asshole 1Assword 1Autopas 1Basebal 1Bastard 1Bbbbbbb 1Bernard 1Bigdick 1Bigtits 1Blaster 1Brandon
1Brother 1Bulldog 1Bullshi 1Butthea 1Captain 1Carolin 1Ccccccc 1Charles 1Charlie 1Chelsea 1Chester 1Chicken
1Christi 1Compute 1Corvett 1Cowboys 1Cracker 1Creativ 1Cricket 1Ddddddd 1Diamond 1Digital 1Directo 1Dolphin
1Drummer 1Eeeeeee 1Explore 1Ferrari 1Fishing 1Florida 1Flowers 1Footbal 1Forever 1Freedom 1Fuckyou 1Gabriel
1Gandalf 1Gateway 1Genesis 1Ggggggg 1Hardcor 1Heather 1Hhhhhhh 1Hooters 1Iiiiiii 1Infinit 1Jackson 1Jennife
1Jessica 1Jjjjjjj 1Johnson 1Leonard 1Letmein 1Manager 1Matthew 1Maveric 1Melissa 1Mercede 1Michael 1Michell
1Monster 1Mountai 1Mustang 1Packers 1Panther 1Panties 1Passwor 1Patrick 1Phoenix 1Porsche 1Princes 1Qwertyu
1Raiders 1Rainbow 1Rangers 1Richard 1Roberts 1Rosebud 1Samanth 1Scooter 1Service 1Sexyred 1Simpson 1Startre
1Starwar 1Steeler 1Sunshin 1Superma 1Testing 1Therock 1Thunder 1Tiffany 1Trouble 1Voyager 1Warrior 1Wildcat
1William 1Windows 1XrG4kCq 1Xxxxxxx 1Yankees 1Yyyyyyy 1Zzzzzzz 1qaz!QAZ 1qaz2WSX 1qaz@WSX 1qazZAQ! 2348TYty
23WKoa0FP78dk 24PnZ6kc 287Hf71H 2W93jpA4 2b4dNvSX 2b8riEDT 2i5fDRUV 2kasH6Zq 2yKN5cCf 3J8zegDo 3f3fphT7oP
3rJs1la7qE 3sYqo15hiL 48n25rcC 4EBouUX8 4GXrzEMq 4RzP8aB7 4SolOmon 55BGates 5W76RNqp 5Wr2i7H8 5gtGiAxm
5hsU75kpoT 68iypNeg6U 6Xe8J2z4 6jhwMqkU 777Angel 78N3s5Af 7ERtu3Ds 7iMjFSTw 7jokx7b9DU 7oVTGiMC 7uGd5HIp2J
8J4yE3Uz 8PHroWZ622 8PHroWZ624 8XUuoBE4 92k2cizCdP 9HMLpyJD 9Hotpoin 9KYQ6FGe 9Z5ve9rrcZ 9otr4pVs A123456a
AA1111aa Aa123123 Aa123321 Aa123456 AaAa1122 Aaaaaaa1 Ab101972 Abcd1234 Abcdefg1 Ac2zXDtY Account1
Ad12345678 Adrianna1 AjcuiVd289 Alabama1 Alex1234 Alex8899 Alexand1 Alexander1 Allison1 America1 Andreas1
Anthony1 Antonio1 Apollo13 Aragorn1 Arizona1 Arsenal1 ArwPLS4U As123456 Asd12345 Asdf1234 Asdfghj1 Assa1234
Asshole1 Assword1 Atlanta1 Autopas1 Azsxdc123 B2rLkCJG BG6nJoKF Babylon5 Basebal1 Bastard1 Bbbbbbb1 Beatles1
Bernard1 BhRh0h2Oof6XbqJEH Bigdick1 Bigtits1 Blaster1 Blink182 Boy4u2OwnNYC Bradley1 Brandon1 Bubbles1
Buckeye1 Buffalo1 Bulldog1 Butthea1 CMiGTVo7 Cameron1 Captain1 Carolin1 Cartman1 Ccccccc1 Charles1 Charlie1
Charlie9 Chelsea1 Chester1 Chicago1 Chicken1 Children2 Chopper1 Christi1 Christy1 CidKid86 Classic1 Claudia1
Clinton1 CmXMyi9H Cmu9GgZH Compute1 Corvett1 Cowboys1 Cracker1 Creativ1 Cricket1 Crystal1 Cynthia1
CzPS5NYNDWCkSC D1lakiss DAD2OWNu Dallas22 Ddddddd1 Demon666 Detroit1 Devil666 Diamond1 Digital1 Dilbert1
Dodgers1 Dolphin1 Douglas1 Dr342500 Dreamer1 Dro8SmWQ Drummer1 Ds7zAMNW E2Fq7fZj ERywgan5 Eclipse1 Eeeeeee1
Efwe5tgwa5twhgd Elvira26 Emerald1 Explore1 Express1 F64579820f F8YruXoJ FBi11213 FKoJn6GB Falla123 Fantasy1
Ferrari1 Ferrari2 Fffffff1 Findaupair007 Firebir1 Fireman1 Fishing1 Flipper1 Florida1 Flowers1 Fm12Mn12
Footbal1 Forever1 Formula1 Frankie1 Freedom1 Front242 Fucker11 Fuckyou1 Fuckyou2 FylhtQ95 GJCkLr2B Gabriel1
Gandalf1 Gankutsuou1989 Gateway1 Gateway2 General1 Genesis1 Georgia1 Gfhjkm123 Gfhjkm22 Ggggggg1 Ghbdtnbr1
Goforit1 Good123654 Gregory1 Grendel1 Griffey1 Groupd2013 Gy3Yt2RGLs H1Y4dUa229 H2Tmc4g358 H9iyMXmC HZgG9umC
Hamburg1 Happy123 Hardcor1 Hawaii50 Hawkeye1 Hd764nW5d7E1vb1 Hd764nW5d7E1vbv Heather1 Hello123 Hershey1
Hhhhhhh1 Holiday1 Hooters1 Houston1 HshFD4n279 IdeDeviceP0T Iiiiiii1 Indiana1 Ireland1 Itachi1995 Jackson1
Jackson5 Jasmine1 Jennife1 Jessica1 Jhnjgtl12 Jhon@ta2011 Jjjjjjj1 JoXurY8F Johnson1 Jordan23 Just4Fun
Justice1 JwHw6N1742 Ka12rm12 Kenneth1 Killer12 Kkkkkkk1 Klingon1 Kondom25 Kordell1 Kristen1 Kristin1
Krzysiek12 Kubrick1 Kudos4Ever L58jkdjP! L8g3bKdE LJB4Dt7N LP2568cskt LTM9z8XA Letmein1 Letmein2 Lg2wMGvR
Liberty1 Lincoln1 Lineage2 Liverpool1 Lllllll1 Lol12345 LoveMe89 Lsk8v9sa Luzi2005 LzBs2TwZ Lzhan16889
Madala11 Madison1 Madonna1 Mailcreated5240 Makl1234 Malcolm1 Manager1 Marines1 Marshal1 Matthew1 Maveric1
Maxwell1 Mazda626 Mdmnis1u Megafon77 Melanie1 Melissa1 Mercede1 Mercury1 Michael1 Michele1 Michell1 Misfit99
Mmmmmmm1 Monster1 Montana1 Mountai1 Mustang1 N7tD4BJL NICK1234-rem936 Natalie1 Natasha1 NdsHnx4S Nessus09
Network1 Newyork1 Nicrasow212 Nihao123 Nipples1 Nirvana1 Nloq_010101 Nnnnnnn1 Nokia6233 Oap9UTO293 Ooooooo1
P0oooo00 P@ssw0rd Pa55w0rd Pa55word Packard1 Packers1 Paladin1 Pantera1 Panther1 Panties1 Paraklast1974
Pass1234 Passw0rd Passwor1 Password01 Password1 Password12 Password123 Password2 Patches1 Patrick1 Patrick7
Paula13e Peaches1 Perfect1 Phantom1 Phezc419hV Phillip1 Phoenix1 Pokemon1 PolniyPizdec0211 PolniyPizdec1102
PolniyPizdec110211 Porsche1 Porsche9 Ppppppp1 Princes1 Private1 ProductId20F Pumpkin1 Pyramid1 Q1w2e3r4
Q1w2e3r4t5 QAZwsx123 Qazwsx123 QcxdW8RY QmPq39zR Qq123321 Qq123456 Qqqqqqq1 Quantum1 Qw123456 Qwe1234567
Qweasd123 Qwer1234 Qwert123 Qwerty02 Qwerty11 Qwerty12 Qwerty123 Qwerty12345 R3Vi3Wpass Raiders1 Rainbow1
Rainbow6 Rangers1 Rattolo58 Raymond1 Rebecca1 Red7Stork Redwing1 Rfnthbyf1988 Richard1 RoFemyA3 Roberts1
Rosebud1 Rrrrrrr1 Rush2112 Russian6 Russian7 RvGMw2gL Rz93qPmQ S4xnHsdN SaUn24865709 Sabrina1 Sailing1
Samanth1 Sampson1 Samsung1 Sandy2562 Sasha123 Sataniv1993 Scooter1 Scorpio1 Seattle1 Service01 Service1
SetupENU2 Sexyred1 Shannon1 Shithea1 Shock123 Shooter1 Simpson1 Smokie1994 Sojdlg123aljg Soso123aljg
Soso123bbb Soso12eec Sp1251dn Spartan1 Special1 Spencer1 Sssssss1 St801nyl Stanley1 Start123 Starwar1
Starwars1 Stephen1 Stewart1 Stinger1 Strange1 Success1 Suka1985 Sunshin1 Super412 Superma1 Susanne1 SystEm58
TDEir8b2 TdfqUgL5 Testing1 Therock1 Thumper1 Thunder1 Tiffany1 Tk3281022 Tojiik85521133 Tr2Amp25 Trinity1
Tristan1 Trouble1 Trumpet1 TrustNo1 Trustno1 Ttttttt1 Turkey50 U4SLPwrA UP9X8RWw UkqMwhj6 Usuckballz1
Uuuuuuu1 VHpuuLf2K VRe2nC3Z VURDf5i2 Vampire1 Vanessa1 Vincent1 Vlad7788 Voyager1 Vsavb7rtUI W1408776w
WNMAz7sD Wallace1 Warrior1 Welcome01 Welcome1 Welkom01 Wildcat1 William1 Winston1 Wwwwwww1 XSvNd4b2 Xxxxxxx1
Xzaqwsx1 YM3cauTj YR8WdxcQ Yankees1 Yankees2 Year2005 YouNg3sT Yqra61b6 YtDXz2cA Yyyyyyy1 Z123z123 Z3Cn2eRV
ZAQ!2wsx ZAQ12wsx ZZ8807zpl Zachary1 Zaq12wsx ZwT2sBzL Zxcv1234 Zxcvb12345 Zxcvbnm1 Zz123456 Zzzzzzz1
a58Wtjuz4U acUn3t1x at4gfTLw c43qpul5RZ c7e4f8EzqH ck6ZnP42 dM6TZsGp e6pz84qfCJ ekx1x3k9BS eqeS606898
fCc5NKy2 fM2zxc49 g00dPa$$w0rD hedJ2n4q jG3h4HFn jGlo4erz jNe990pQ23 jTuac3MY jZf7qF2E k9vVos0a kd189nLciH
l0sk2e8S7a l0swf9gX lk9slwGh3x lsIA9Dnb9y m6cJy69u35 mWQ6QlZo mxAiGtg5 myXworld4 n7Dj3Saa n8skfSwa
nEMvXyHeqDd5OQxyXYZI nUADdN9561 o4iZdMXu oDgez8J3 oZlQ6QWm oc247ngUcZ onlyOne4 p9uJkuf36D pGsZT6Md pqNR67W5
q123Q123 q4n2Jdeh qMEzrXG4 qazWSXedc12 rdgpL3Ds rdq5Ww4x rt6YTERE sD3Lpgdr sD3utRE7 sS6z2sw6lU sdsadEE23
seo21SAAfd23 t3fkVKMJ tAMwsN3sja uXMdZi4o unB4g9tY vEf6g55frZ vSjasnel12 w2dlWw3v5P wLTfg4ta wTSFjMi7
wWR8X9PU x4wW5qdr x72jHhu3Z xiaoyuA123 xxPa33bq.aDNA yK66o2kzpZ zQjphsyf6ctifgu
`
    .trim()
    .toLowerCase()
    .split(/\s+/),
);

/**
 * Returns whether a password is too common, in upper or lower case. Only the server checks it: the list is too long for
 * the client.
 */
export const isCommonPassword = (password: string): boolean => COMMON_PASSWORDS.has(password.toLowerCase());
