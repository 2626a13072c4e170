/** Well-known places whose time zone does not carry their name, and zones by their short names. */
const ROWS = `
UTC: utc, gmt, zulu, coordinated universal time
America/New_York: nyc, new york city, manhattan, brooklyn, boston, washington, washington dc, miami, atlanta, philadelphia, orlando, eastern time, est, edt
America/Chicago: houston, dallas, austin, san antonio, minneapolis, new orleans, nashville, central time, cst, cdt
America/Denver: salt lake city, albuquerque, mountain time, mst
America/Los_Angeles: la, sf, san francisco, seattle, san diego, portland, las vegas, california, silicon valley, san jose, sacramento, pacific time, pst, pdt
America/Toronto: ottawa, montreal, quebec
America/Vancouver: british columbia
America/Edmonton: calgary
America/Sao_Paulo: rio de janeiro, rio, brasilia, brazil
America/Argentina/Buenos_Aires: buenos aires, argentina
America/Mexico_City: mexico
America/Santiago: chile
America/Bogota: colombia, medellin
America/Lima: peru
Pacific/Honolulu: hawaii
Europe/London: uk, united kingdom, england, britain, great britain, scotland, edinburgh, manchester, liverpool, glasgow, cardiff, wales
Europe/Dublin: ireland
Europe/Lisbon: portugal, porto
Europe/Madrid: spain, barcelona, valencia, seville
Europe/Paris: france, lyon, marseille, nice, toulouse
Europe/Berlin: germany, munich, muenchen, hamburg, frankfurt, cologne, stuttgart, leipzig, dresden, cet, cest
Europe/Vienna: wien, austria, graz, salzburg, linz, innsbruck
Europe/Zurich: switzerland, geneva, basel, bern, lausanne
Europe/Rome: roma, italy, milan, naples, florence, venice, turin
Europe/Amsterdam: netherlands, holland, rotterdam, the hague
Europe/Brussels: belgium, antwerp
Europe/Copenhagen: denmark
Europe/Stockholm: sweden, gothenburg
Europe/Oslo: norway, bergen
Europe/Helsinki: finland
Atlantic/Reykjavik: iceland
Europe/Prague: czech republic, czechia, brno
Europe/Warsaw: poland, krakow
Europe/Budapest: hungary
Europe/Bucharest: romania
Europe/Athens: greece
Europe/Istanbul: turkey, ankara
Europe/Kyiv: ukraine, kiev
Europe/Moscow: russia, saint petersburg, st petersburg
Africa/Cairo: egypt, alexandria
Africa/Johannesburg: south africa, cape town, durban, pretoria
Africa/Nairobi: kenya
Africa/Lagos: nigeria, abuja
Africa/Casablanca: morocco
Asia/Dubai: united arab emirates, uae, abu dhabi
Asia/Riyadh: saudi arabia
Asia/Jerusalem: israel, tel aviv
Asia/Tehran: iran
Asia/Karachi: pakistan
Asia/Kolkata: india, ist, mumbai, bombay, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, calcutta
Asia/Dhaka: bangladesh
Asia/Bangkok: thailand
Asia/Ho_Chi_Minh: vietnam, hanoi, saigon
Asia/Singapore: sgt
Asia/Kuala_Lumpur: malaysia
Asia/Jakarta: indonesia
Asia/Manila: philippines
Asia/Shanghai: china, beijing, shenzhen, guangzhou
Asia/Hong_Kong: hongkong
Asia/Taipei: taiwan
Asia/Seoul: korea, south korea, kst
Asia/Tokyo: tokio, japan, osaka, kyoto, jst
Australia/Sydney: canberra
Australia/Melbourne: victoria
Pacific/Auckland: new zealand, wellington
`;

/** A place in lower case → its IANA time zone. */
export function readZones(): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    zones.set(zone.toLowerCase(), zone);
    zones.set(placeOf(zone), zone);
  }
  for (const row of ROWS.trim().split("\n")) {
    const [zone = "", places = ""] = row.split(": ");
    // After the list, which calls some zones by names of the past: Asia/Calcutta.
    zones.set(zone.toLowerCase(), zone);
    zones.set(placeOf(zone), zone);
    for (const place of places.split(", ")) zones.set(place, zone);
  }
  return zones;
}

function placeOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf("/") + 1)
    .replaceAll("_", " ")
    .toLowerCase();
}
