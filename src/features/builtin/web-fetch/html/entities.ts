/** Latin-1 from U+00A0 on, in order. In old pages these stand without their semicolon. */
const LATIN_1 = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
  sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
  Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
  szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
  icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml
  yacute thorn yuml
`;

/** Of the 2,231 names in HTML those that pages use, each with its code point. */
const OTHERS = `
  Tab=9 NewLine=a excl=21 quot=22 num=23 dollar=24 percnt=25 amp=26 apos=27 lpar=28 rpar=29 ast=2a
  plus=2b comma=2c period=2e sol=2f colon=3a semi=3b lt=3c equals=3d gt=3e quest=3f commat=40
  lsqb=5b lbrack=5b bsol=5c rsqb=5d rbrack=5d lowbar=5f grave=60 lcub=7b lbrace=7b verbar=7c
  vert=7c rcub=7d rbrace=7d half=bd Amacr=100 amacr=101 Aogon=104 aogon=105 Cacute=106 cacute=107
  Ccaron=10c ccaron=10d Dcaron=10e dcaron=10f Emacr=112 emacr=113 Eogon=118 eogon=119 Ecaron=11a
  ecaron=11b Gbreve=11e gbreve=11f Imacr=12a imacr=12b inodot=131 Lstrok=141 lstrok=142 Nacute=143
  nacute=144 Ncaron=147 ncaron=148 Omacr=14c omacr=14d Odblac=150 odblac=151 OElig=152 oelig=153
  Rcaron=158 rcaron=159 Sacute=15a sacute=15b Scedil=15e scedil=15f Scaron=160 scaron=161
  Tcaron=164 tcaron=165 Umacr=16a umacr=16b Uring=16e uring=16f Udblac=170 udblac=171 Yuml=178
  Zacute=179 zacute=17a Zdot=17b zdot=17c Zcaron=17d zcaron=17e fnof=192 circ=2c6 caron=2c7
  breve=2d8 dot=2d9 ring=2da tilde=2dc Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396
  Eta=397 Theta=398 Iota=399 Kappa=39a Lambda=39b Mu=39c Nu=39d Xi=39e Omicron=39f Pi=3a0 Rho=3a1
  Sigma=3a3 Tau=3a4 Upsilon=3a5 Phi=3a6 Chi=3a7 Psi=3a8 Omega=3a9 alpha=3b1 beta=3b2 gamma=3b3
  delta=3b4 epsilon=3b5 zeta=3b6 eta=3b7 theta=3b8 iota=3b9 kappa=3ba lambda=3bb mu=3bc nu=3bd
  xi=3be omicron=3bf pi=3c0 rho=3c1 sigmaf=3c2 sigma=3c3 tau=3c4 upsilon=3c5 phi=3c6 chi=3c7
  psi=3c8 omega=3c9 thetasym=3d1 upsih=3d2 piv=3d6 ensp=2002 emsp=2003 numsp=2007 puncsp=2008
  thinsp=2009 hairsp=200a ZeroWidthSpace=200b zwnj=200c zwj=200d lrm=200e rlm=200f hyphen=2010
  dash=2010 ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201a lsquor=201a ldquo=201c
  rdquo=201d bdquo=201e ldquor=201e dagger=2020 Dagger=2021 bull=2022 bullet=2022 hellip=2026
  permil=2030 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203a oline=203e frasl=2044 euro=20ac
  image=2111 numero=2116 copysr=2117 weierp=2118 real=211c trade=2122 alefsym=2135 frac13=2153
  frac15=2155 larr=2190 leftarrow=2190 uarr=2191 rarr=2192 rightarrow=2192 darr=2193 harr=2194
  rarrw=219d map=21a6 crarr=21b5 lArr=21d0 uArr=21d1 rArr=21d2 Rightarrow=21d2 dArr=21d3 hArr=21d4
  forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220b prod=220f
  sum=2211 minus=2212 lowast=2217 radic=221a prop=221d infin=221e ang=2220 and=2227 or=2228
  cap=2229 cup=222a int=222b there4=2234 sim=223c cong=2245 asymp=2248 approx=2248 ne=2260
  equiv=2261 le=2264 leq=2264 ge=2265 geq=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287
  oplus=2295 otimes=2297 perp=22a5 sdot=22c5 lceil=2308 rceil=2309 lfloor=230a rfloor=230b
  lang=2329 rang=232a blank=2423 square=25a1 utri=25b5 rtri=25b9 dtri=25bf ltri=25c3 loz=25ca
  starf=2605 star=2606 phone=260e spades=2660 clubs=2663 hearts=2665 diams=2666 check=2713
  cross=2717 AMP=26 LT=3c GT=3e QUOT=22
`;

const FIRST_LATIN_1 = 0xa0;

const latin1 = words(LATIN_1).map((name, index): [string, string] => [
  name,
  String.fromCodePoint(FIRST_LATIN_1 + index),
]);

const others = words(OTHERS).map((word): [string, string] => {
  const [name = "", code = ""] = word.split("=");
  return [name, String.fromCodePoint(Number.parseInt(code, 16))];
});

export const ENTITIES: ReadonlyMap<string, string> = new Map([...latin1, ...others]);

export const WITHOUT_SEMICOLON: ReadonlySet<string> = new Set([
  ...["amp", "lt", "gt", "quot", "AMP", "LT", "GT", "QUOT"],
  ...latin1.map(([name]) => name),
]);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
