package zones

import "strings"

// abbreviations are the zones that people call by a short name, the likeliest first.
var abbreviations = func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(`utc z zulu: UTC
gmt: GMT
cet met mez: CET
cest mesz hnec heec: Europe/Berlin
wet wez: WET
eet oez: EET
eest oesz: Europe/Athens
msk msd: Europe/Moscow
bst: Europe/London Asia/Dhaka
ist: Asia/Kolkata Asia/Jerusalem Europe/Dublin
est edt et nyc ny: America/New_York
cst: America/Chicago Asia/Shanghai America/Havana
cdt ct: America/Chicago
mst mdt mt: America/Denver
pst pdt pt la sf: America/Los_Angeles
akst akdt: America/Anchorage
hst: Pacific/Honolulu
ast: America/Halifax Asia/Riyadh
adt: America/Halifax
nst ndt: America/St_Johns
brt: America/Sao_Paulo
art: America/Argentina/Buenos_Aires
clt clst: America/Santiago
cot: America/Bogota
pet: America/Lima
vet: America/Caracas
amt: America/Manaus Asia/Yerevan
gst: Asia/Dubai
pkt: Asia/Karachi
npt: Asia/Kathmandu
ict: Asia/Bangkok
wib: Asia/Jakarta
wita: Asia/Makassar
wit: Asia/Jayapura
sgt: Asia/Singapore
myt: Asia/Kuala_Lumpur
hkt: Asia/Hong_Kong
pht: Asia/Manila
jst: Asia/Tokyo
kst: Asia/Seoul
awst: Australia/Perth
acst acdt: Australia/Adelaide
aest aedt: Australia/Sydney
nzst nzdt: Pacific/Auckland
sast: Africa/Johannesburg
cat: Africa/Maputo
eat: Africa/Nairobi
wat: Africa/Lagos
sst: Asia/Singapore Pacific/Pago_Pago
`) {
		short, zones, _ := strings.Cut(line, ": ")
		for name := range strings.FieldsSeq(short) {
			all[name] = strings.Fields(zones)
		}
	}
	return all
}()
