import type { HomeFile } from "./home-agent.ts";

/** A home with more kinds of files, times and sizes than the one of `everyday-requests.ts`. */
export const VARIED_HOME: readonly HomeFile[] = [
  ["Downloads/setup-2.1.exe", 120_000, 12],
  ["Downloads/ubuntu.iso", 900_000, 45],
  ["Downloads/ticket-berlin.pdf", 3_000, 1],
  ["Downloads/invoice_acme_2026-10.pdf", 4_000, 20],
  ["Downloads/invoice_acme_2026-09.pdf", 4_200, 50],
  ["Downloads/bank statement.pdf", 5_000, 33],
  ["Downloads/holiday.mov", 400_000, 70],
  ["Downloads/IMG_2001.jpg", 30_000, 0],
  ["Downloads/IMG_2002.jpg", 31_000, 0],
  ["Downloads/IMG_2001 (1).jpg", 30_000, 0],
  ["Downloads/podcast.mp3", 50_000, 8],
  ["Downloads/backup-old.zip", 200_000, 500],
  ["Downloads/readme.txt", 0, 100, "install with care\n"],
  ["Documents/resume.docx", 8_000, 15],
  ["Documents/resume_old.docx", 7_900, 380],
  ["Documents/passport scan.pdf", 10_000, 700],
  ["Documents/meeting notes.md", 0, 3, "budget talk with Sam\n"],
  ["Documents/shopping.txt", 0, 2, "milk\neggs\n"],
  ["Documents/budget.csv", 0, 6, "item,cost\nrent,900\n"],
  ["Documents/passwords.txt", 0, 300, "hunter2\n"],
  ["Documents/school/essay.docx", 6_000, 25],
  ["Documents/school/homework.docx", 5_000, 2],
  ["Documents/school/timetable.pdf", 2_000, 60],
  ["Documents/contracts/lease.pdf", 9_000, 250],
  ["Documents/contracts/phone.pdf", 4_500, 100],
  ["Pictures/sunset.png", 20_000, 9],
  ["Pictures/family.jpg", 25_000, 40],
  ["Pictures/paris/eiffel.jpg", 40_000, 200],
  ["Pictures/paris/louvre.jpg", 41_000, 201],
  ["Pictures/paris/seine.jpg", 39_000, 199],
  ["Pictures/screenshots/Screenshot 2026-11-15.png", 1_000, 1],
  ["Pictures/screenshots/Screenshot 2026-10-02.png", 1_100, 45],
  ["Desktop/todo.txt", 0, 1, "call mum\npay rent\n"],
  ["Desktop/untitled.txt", 0, 4, ""],
  ["Desktop/ideas.md", 0, 10, "# Ideas\nwrite a book\n"],
  ["Desktop/setup.log", 0, 5, "error: disk full\nok\n"],
  ["Music/jazz/blue.mp3", 7_000, 300],
  ["Music/jazz/take five.mp3", 7_100, 301],
  ["Music/rock.flac", 30_000, 20],
];

/** What is said, and how it ends, in the signs of `everyday-requests.ts`. */
export const VARIED: readonly (readonly [said: string, right: string])[] = `
peek inside the contracts folder => = lease\\.pdf ; phone\\.pdf
number of mp3 files in Music => = 2
what is hogging all the space in Downloads? => = ubuntu\\.iso
top five heaviest files in my home => = ubuntu\\.iso ; holiday\\.mov ; backup-old\\.zip ; setup-2\\.1\\.exe ; podcast\\.mp3 ; !sunset
grab me the latest invoice => = invoice_acme_2026-10 ; !2026-09|@ read_file invoice_acme_2026-10
search my documents for the word budget => = meeting notes\\.md
find the file that says disk full => = setup\\.log
do I have any word documents => = resume\\.docx ; essay\\.docx
anything over 300 kilobytes? => = ubuntu ; holiday ; !backup-old
which files are smaller than 5 KB in Documents => = shopping ; !passport
what did I download this week? => = ticket-berlin|IMG_2001 ; !podcast
files I changed today => = IMG_2001 ; IMG_2002 ; !ticket
what was modified yesterday => = ticket-berlin ; todo\\.txt ; !IMG_2001
pictures from last month => = Screenshot 2026-10-02|family ; !sunset
documents that haven't been touched in 6 months => = resume_old ; passwords ; lease ; !phone
stuff from last year => = resume_old ; backup-old ; !passport ; !lease
print the shopping list file => = milk ; eggs
create an empty file called scratch.txt in Documents => + Documents/scratch.txt|? what|text|content
jot down "ring the plumber" in a file named plumber.txt on the Desktop => + Desktop/plumber.txt
put butter on the end of shopping.txt => @ (write_file|append) butter
add "water plants" to todo.txt on my desktop => @ write_file call mum[\\s\\S]*water plants
append the line pay gas bill to todo.txt => @ write_file pay rent[\\s\\S]*pay gas bill
make a copy of resume.docx called resume-backup.docx => + Documents/resume-backup.docx
duplicate the lease => + Documents/contracts/lease (copy).pdf|+ Documents/contracts/lease copy.pdf|? where|name|lease
erase all empty files on the desktop => - Desktop/untitled.txt
my downloads folder is a mess, can you organise it? => @ organise_by_type Downloads
what takes up the most room => = ubuntu\\.iso|Downloads
split 96 between 8 people => = 12
plese list teh files in Downlaods => = ubuntu\\.iso|? Downloads
delet ubuntu.iso pls => - Downloads/ubuntu.iso|? ubuntu
hey, I was wondering if you could show me my music => = rock\\.flac
what is 6 times 7 | now take away 2 => = 40
show me the biggest 2 files in Downloads | delete the second one => - Downloads/holiday.mov
start a todo list: paint door, fix tap | the first one is done | what is left? => = fix tap ; !paint door
yo what's sitting in my downloads folder => = ubuntu\\.iso ; podcast
got anything on jazz? => = blue\\.mp3|jazz
could i see the stuff in my music folder => = rock\\.flac
tell me which pdf is the heaviest => = passport scan ; !ticket
how many gigs does my pictures folder use => = Pictures ; KB|MB
pull up the eiffel photo => @ read_file eiffel
I can't remember where the phone contract is => = contracts/phone\\.pdf
remove all screenshots from october => - Pictures/screenshots/Screenshot 2026-10-02.png
chuck setup-2.1.exe in the bin => - Downloads/setup-2.1.exe
pop the bank statement into contracts => - Downloads/bank statement.pdf + Documents/contracts/bank statement.pdf
relocate every mp3 in downloads to the music folder => - Downloads/podcast.mp3 + Music/podcast.mp3
take rock.flac and put it in jazz => - Music/rock.flac + Music/jazz/rock.flac
make a backup of budget.csv on the desktop => + Desktop/budget.csv
save a copy of meeting notes as meeting-notes-old.md => + Documents/meeting-notes-old.md
new file on my desktop named gifts.txt: socks for dad => + Desktop/gifts.txt
write "back at 5" into door.txt on the desktop => + Desktop/door.txt
note down buy candles in shopping.txt => @ write_file milk[\\s\\S]*buy candles
tack "ask about parking" onto the meeting notes => @ write_file Sam[\\s\\S]*ask about parking
add a line to ideas.md: learn piano => @ write_file book[\\s\\S]*learn piano
what's been changed since friday => = shopping|homework ; !budget ; !podcast
anything new in downloads since yesterday? => = IMG_2001 ; ticket ; !podcast
show me photos taken this year that are over 35 KB => = eiffel ; louvre ; seine ; !family
which documents are between 5 and 9 KB => = essay|resume ; !passport
list everything in downloads that isn't a pdf => = ubuntu ; !bank
throw out the three biggest files in downloads => - Downloads/ubuntu.iso - Downloads/holiday.mov - Downloads/backup-old.zip
group the files in downloads by kind => @ organise_by_type Downloads
put my desktop in order please => @ organise_by_type Desktop
same pictures twice anywhere? => = IMG_2001 \\(1\\)
how much room is ubuntu.iso wasting => = 900 KB
how much do all my mp3s weigh together => = 64
when was the timetable last saved => = 2026-09|September
is there a password file on here => = passwords\\.txt
find every file with "old" in its name => = backup-old ; resume_old
look through my documents for rent => = budget\\.csv
what's 7 squared plus 1 => = 50
a third of 99 => = 33
what's the time over in new york => = 09:08|9:08
is it going to snow in vienna on saturday => ~ weather|forecast
text my sister that I'm late => ~ .
turn off my computer => ~ .
zip up the paris folder => ~ .|? .
pleas delte untitled.txt => ? untitled|- Desktop/untitled.txt
morning! would you be able to show me the newest thing in Documents, please? => = shopping|homework ; !resume
never delete my documents => ~ .
what would happen if I deleted ubuntu.iso? => ~ .
I deleted ubuntu.iso yesterday => ~ .
what's in Music | and in Pictures? => = sunset
find the invoices | move them to contracts => - Downloads/invoice_acme_2026-10.pdf - Downloads/invoice_acme_2026-09.pdf + Documents/contracts/invoice_acme_2026-10.pdf + Documents/contracts/invoice_acme_2026-09.pdf
how big is holiday.mov | get rid of it => - Downloads/holiday.mov
duplicate the lease | on the desktop => + Desktop/lease.pdf
open todo.txt | rename it to chores.txt => - Desktop/todo.txt + Desktop/chores.txt
todo list: iron shirts, post letter | remove the second one | show me the list => = iron shirts ; !post letter
what stuff do i have lying around on the desktop => = todo\\.txt ; ideas
any idea where my homework went? => = homework\\.docx
which song is the longest => = podcast|rock ; !eiffel
total size of everything in pictures => = Pictures
how many things are in the paris folder => = 3
dump ubuntu.iso, it's just eating space => - Downloads/ubuntu.iso
put all pictures from downloads in a new folder called Camera => - Downloads/IMG_2001.jpg - Downloads/IMG_2002.jpg - Downloads/IMG_2001 (1).jpg + Downloads/Camera/IMG_2001.jpg + Downloads/Camera/IMG_2002.jpg + Downloads/Camera/IMG_2001 (1).jpg
change ideas.md to ideas-2026.md => - Desktop/ideas.md + Desktop/ideas-2026.md
swap the names of IMG_2001.jpg and IMG_2002.jpg => ? .|~ .
what's my oldest song called => = take five
what did i save last tuesday => = .
anything modified in october? => = resume|invoice|rock|Screenshot|holiday|ubuntu ; !IMG
files from 2024 => = passport scan ; !lease
documents edited before march => = resume_old|passwords ; !homework
give me pdfs smaller than 4 kb => = ticket|timetable ; !passport
what is the second largest file in downloads => = holiday\\.mov ; !ubuntu
how many files have budget in their name => = 1
where do I mention a book => = ideas\\.md
does any file contain the word hunter2 => = passwords\\.txt
does todo.txt exist => = todo\\.txt
create notes.md in Documents containing: first draft => + Documents/notes.md
put the words happy birthday in a file card.txt on my desktop => + Desktop/card.txt
add oat milk to shopping.txt please => @ write_file eggs[\\s\\S]*oat milk
add to todo.txt: buy stamps => @ write_file pay rent[\\s\\S]*buy stamps
remove milk from shopping.txt => ? .|~ .
delete all of my files => ? .|~ .
delete music => ? .|~ .
move documents to downloads => ? .|~ .
could you not delete todo.txt => ~ .|? .
delete setup.log or ideas.md => ? .|~ .
delete the newest or the oldest file in downloads => ? .|~ .
move half of the photos to the desktop => ? .|~ .
rename the paris folder to france => @ rename_file paris
what's 20 percent of 85 => = 17
144 divided by 12 minus 2 => = 10
how long is it until christmas => ~ .
what time is it in Sao Paulo? => = 11:08
what's the capital of France => ~ .
search for jazz in downloads => = no|0|I found
tidy pictures but leave paris alone => ? .|~ .
list my pictures from paris | copy them to the desktop => + Desktop/eiffel.jpg + Desktop/louvre.jpg + Desktop/seine.jpg
find ubuntu.iso | how big is that | bin it => - Downloads/ubuntu.iso
what's in contracts | delete the first one => - Documents/contracts/lease.pdf
how many photos do i have | and videos? => = 1|= holiday
3 + 4 | double it | and half of that => = 7
what's the time | and in Delhi? => = 19:38
find the invoices | move them to contracts => - Downloads/invoice_acme_2026-10.pdf - Downloads/invoice_acme_2026-09.pdf + Documents/contracts/invoice_acme_2026-10.pdf + Documents/contracts/invoice_acme_2026-09.pdf
find my essay | put it in contracts => - Documents/school/essay.docx + Documents/contracts/essay.docx
list the 3 biggest files in Downloads | move the second one to paris => - Downloads/holiday.mov + Pictures/paris/holiday.mov
where is the lease | make a copy of it called lease-2.pdf => + Documents/contracts/lease-2.pdf
open todo.txt | how big is it? => = 18 bytes
find the lease | when was it last changed => = 2026
calculate 12 * 12 and write it to result.txt in Documents => + Documents/result.txt
what is 5 times 5 | save it as five.txt on the desktop => + Desktop/five.txt
what is 5 times 5 | times 3 | minus 5 => = 70
how many pdfs are in downloads | and in documents? => = 4
how many pdfs are in downloads | what about pictures? => = no|0|I found no
what's the time in London | and in Tokyo? => = 23:08
find the podcast | delete it | delete it => - Downloads/podcast.mp3
delete everything in downloads apart from the invoices => @ delete_file Downloads
read the last three lines of todo.txt => ~ lines
I need the lease on my desktop => ~ .
copy podcast.mp3 to the desktop and to documents => ~ nothing
`
  .trim()
  .split("\n")
  .map((line) => {
    const [said = "", right = ""] = line.split(" => ");
    return [said, right] as const;
  });
