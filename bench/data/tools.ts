import type { Tool } from "../../src/schema/tool.ts";
import { makeTool } from "../../src/testing/make-tool.ts";

/** `# server`, then a line a tool: name | description | inputs | how people ask; another way. */
const ROWS = `
# files
read_file | Returns the text of one file on disk. | path encoding | show me what is in {path}
write_file | Stores text in a file, replacing what was there. | path content | save this to {path}
append_file | Adds text at the end of an existing file. | path content
list_directory | Names the entries of a folder with their sizes. | path depth | what is in the folder {path}
move_file | Renames a file or puts it in another folder. | source destination | rename {source} to {destination}
copy_file | Duplicates a file under a new path. | source destination
delete_file | Removes a file from disk for good. | path | get rid of {path}
create_directory | Makes a new folder with its parents. | path
search_files | Finds files whose names match a pattern below a folder. | root pattern | where is the file called {pattern}
grep_files | Looks for a text inside files and returns the matching lines. | root text ignore_case | which files mention {text}
file_info | Size, owner, permissions and modification time of a path. | path
compress_files | Packs files into a zip or tar archive. | paths archive | zip {paths}
extract_archive | Unpacks a zip or tar archive into a folder. | archive destination
watch_path | Reports when something below a folder changes. | path
disk_usage | Tells which folders take the most space. | path | what is filling up my disk

# git
git_status | Shows which files of the working tree are changed, staged or untracked. | repo_path | what have I changed
git_diff | Shows the line changes between the working tree and a commit. | repo_path target
git_commit | Records the staged changes with a message. | repo_path message | commit with the message {message}
git_add | Stages files for the next commit. | repo_path files
git_log | Lists past commits with authors and dates. | repo_path max_count | who committed last in {repo_path}
git_branch_create | Starts a new branch from a base. | repo_path branch base
git_checkout | Switches the working tree to another branch. | repo_path branch | switch to {branch}
git_merge | Joins another branch into the current one. | repo_path branch
git_push | Uploads local commits to the remote. | repo_path remote branch
git_pull | Fetches from the remote and integrates it. | repo_path remote
git_stash | Puts uncommitted work aside and brings it back later. | repo_path action | set my changes aside
git_blame | Tells who last changed each line of a file. | repo_path file | who wrote this line in {file}
git_revert | Undoes a commit with a new commit. | repo_path commit
git_tag | Marks a commit with a version name. | repo_path name

# github
createIssue | Opens a new issue in a repository. | owner repo title body labels | report a bug in {repo}
listIssues | Issues of a repository, filtered by state and label. | owner repo state labels
closeIssue | Closes an issue, with a reason. | owner repo number
commentOnIssue | Leaves a comment on an issue or pull request. | owner repo number body
createPullRequest | Proposes merging one branch into another. | owner repo head base title | open a PR from {head}
mergePullRequest | Merges an approved pull request. | owner repo number method
listPullRequests | Pull requests of a repository by state. | owner repo state | which PRs are open in {repo}
requestReview | Asks people to review a pull request. | owner repo number reviewers
getPullRequestDiff | The changed lines of a pull request. | owner repo number
searchCode | Searches source code over all repositories. | query language | find code that uses {query}
forkRepository | Copies a repository into your own account. | owner repo
createRelease | Publishes a release from a tag with notes. | owner repo tag notes
listWorkflowRuns | Recent runs of the continuous integration workflows. | owner repo branch | did CI pass on {branch}
rerunWorkflow | Starts a failed workflow run again. | owner repo run_id
starRepository | Adds a star to a repository. | owner repo

# calendar
list_events | Events of a calendar within a span of time. | calendar_id from to | what do I have on {date}; what is on my schedule
create_event | Puts a meeting or appointment into the calendar. | title start end attendees | schedule a meeting with {attendees} at {start}
update_event | Changes time, place or guests of an event. | event_id start end location | move the meeting to {start}
delete_event | Cancels an event and tells the guests. | event_id
find_free_slot | Finds a time at which all people are free. | attendees duration | when are {attendees} available
respond_to_invite | Accepts or declines an invitation. | event_id response
create_reminder | Reminds you of something at a given moment. | text at | remind me to {text}
list_calendars | All calendars you may see. | 
set_working_hours | Sets the hours at which you can be booked. | start end timezone
current_time | The date and clock time in a timezone. | timezone | what time is it in {timezone}

# mail
send_email | Sends an email to one or more recipients. | to subject body cc attachments | write to {to}
search_mail | Finds messages in the mailbox by words, sender or date. | query from since | did {from} write to me
read_message | Returns headers and body of one email. | message_id
reply_to_message | Answers an email in its thread. | message_id body
forward_message | Passes an email on to someone else. | message_id to
archive_message | Takes an email out of the inbox without deleting it. | message_id
trash_message | Puts an email in the bin. | message_id
add_label | Attaches a label to an email. | message_id label
create_draft | Prepares an email without sending it. | to subject body
list_unread | Emails that were not opened yet. | folder | do I have new mail
create_mail_filter | Sorts incoming email automatically by a rule. | criteria action
download_attachment | Saves a file that came with an email. | message_id attachment_id path
unsubscribe | Leaves a mailing list or newsletter. | message_id

# postgres
run_query | Runs a read-only SQL statement and returns rows. | sql limit | how many rows does {table} have
execute_statement | Runs SQL that inserts, updates or deletes. | sql parameters
list_tables | Tables of a schema with row estimates. | schema | which tables are there
describe_table | Columns, types, keys and indexes of a table. | table | which columns does {table} have
explain_query | The plan with which a SQL statement is run, and its cost. | sql | why is this query slow
create_index | Builds an index on columns of a table. | table columns
list_locks | Sessions that wait for or hold locks. | 
terminate_session | Ends a stuck database connection. | pid
backup_database | Dumps a database into a file. | database file
restore_database | Loads a database from a dump. | database file
vacuum_table | Reclaims the space of dead rows. | table
grant_role | Gives a database user rights on a table. | user privilege table

# mongo
find_documents | Documents of a collection that match a filter. | collection filter limit
insert_document | Adds a document to a collection. | collection document
update_documents | Changes all documents that match a filter. | collection filter update
delete_documents | Removes all documents that match a filter. | collection filter
aggregate | Runs an aggregation pipeline: groups, sums and joins documents. | collection pipeline
list_collections | Collections of a database. | database
count_documents | Number of documents that match a filter. | collection filter

# redis
redis_get | Value of a cache key. | key
redis_set | Stores a value under a key, with an optional expiry. | key value ttl | cache {value} as {key}
redis_delete | Drops keys from the cache. | keys
redis_scan | Lists keys that match a pattern. | pattern
redis_flush | Empties the whole cache. | | clear the cache
redis_publish | Publishes a message to a channel of subscribers. | channel message

# aws
list_ec2_instances | Virtual machines with state and address. | region | which servers are running in {region}
start_ec2_instance | Boots a stopped virtual machine. | instance_id
stop_ec2_instance | Shuts a virtual machine down. | instance_id | turn off the machine {instance_id}
s3_list_objects | Objects in a storage bucket. | bucket prefix
s3_upload | Puts a local file into a storage bucket. | bucket key file | upload {file} to the bucket {bucket}
s3_download | Fetches an object from a storage bucket to disk. | bucket key file
s3_presign_url | Makes a temporary link to a private object. | bucket key expires
lambda_invoke | Calls a serverless function with a payload. | function payload
lambda_logs | Latest log lines of a serverless function. | function since
get_cost_report | Spending by service and month. | from to group_by | how much did we spend on the cloud
create_iam_user | Adds a user account with access keys. | name groups
rotate_access_key | Replaces an access key by a fresh one. | user
sqs_send | Puts a message on a queue. | queue body
sqs_receive | Takes messages from a queue. | queue max
route53_set_record | Points a domain name at an address. | zone name type value | change the DNS of {name}

# kubernetes
list_pods | Pods of a namespace with status and restarts. | namespace | which pods are crashing
pod_logs | Output of a container in a pod. | pod container tail | show the logs of {pod}
describe_resource | Details and recent events of any cluster object. | kind name namespace
apply_manifest | Creates or updates cluster objects from YAML. | manifest
delete_resource | Removes a cluster object. | kind name namespace
scale_deployment | Sets the number of replicas of a deployment. | deployment replicas | run {replicas} copies of {deployment}
rollout_restart | Restarts all pods of a deployment one by one. | deployment
rollback_deployment | Goes back to the previous version of a deployment. | deployment revision
port_forward | Makes a port of a pod reachable on this machine. | pod port
exec_in_pod | Runs a command inside a container. | pod command
list_nodes | Machines of the cluster with capacity and pressure. | 
helm_install | Installs a chart into the cluster. | chart release values
get_secret | Reads a secret of a namespace. | name namespace

# docker
docker_ps | Lists running containers. | all
docker_run | Starts a container from an image. | image ports env | start {image} in a container
docker_stop | Stops a running container. | container
docker_build | Builds an image from a Dockerfile. | context tag
docker_pull | Downloads an image from a registry. | image
docker_logs | Output of a container. | container tail
docker_prune | Removes unused images, containers and volumes to free space. | 

# chat
post_message | Writes a message into a channel. | channel text | tell the channel {channel} that {text}
send_direct_message | Writes privately to one person. | user text | ping {user}
list_channels | Channels of the workspace. | 
create_channel | Opens a new channel. | name private
invite_to_channel | Brings people into a channel. | channel users
channel_history | Recent messages of a channel. | channel limit | what was said in {channel}
reply_in_thread | Answers below a message. | channel thread text
add_reaction | Puts an emoji on a message. | channel message emoji
pin_message | Keeps a message at the top of a channel. | channel message
set_status | Sets your status text and emoji. | text emoji until | say that I am away
search_messages | Finds messages in all channels. | query
upload_snippet | Shares a file or piece of code in a channel. | channel file
list_members | People of the workspace with their titles. | 

# payments
create_payment | Charges a customer's card. | customer amount currency | charge {customer} {amount}
refund_payment | Gives money back for a payment. | payment_id amount reason | give {customer} the money back
list_payments | Payments within a period, with their outcome. | from to status
create_customer | Adds a customer who pays. | name email
create_invoice | Makes a bill for a customer. | customer items due_date | bill {customer} for {items}
send_invoice | Delivers a bill to the customer. | invoice_id
void_invoice | Declares a bill invalid. | invoice_id
create_subscription | Starts a recurring plan for a customer. | customer plan
cancel_subscription | Ends a recurring plan. | subscription_id at_period_end
get_balance | Money available and pending in the account. | | how much money is in the account
create_payout | Transfers the balance to a bank account. | amount bank_account
create_coupon | Makes a discount code. | percent_off duration
list_disputes | Payments that customers contest with their bank. | status
create_checkout_link | A web page at which somebody can pay. | items

# maps
geocode | Coordinates of a street address. | address | where is {address}
reverse_geocode | Street address at coordinates. | latitude longitude
get_directions | Route between places, by car, bike, foot or transit. | origin destination mode | how do I get from {origin} to {destination}
distance_matrix | Travel times and distances between many places. | origins destinations | how far is it to {destination}
search_places | Restaurants, shops and sights near a point. | query near radius | a good {query} near me
place_details | Opening hours, phone and reviews of a place. | place_id | when does {place} close
elevation | Height above the sea of a point. | latitude longitude
static_map | Picture of a map around a point. | center zoom
traffic_conditions | Jams and delays on a road right now. | area

# weather
current_weather | Temperature, wind and sky at a place now. | location | how warm is it in {location}
forecast | Weather of the coming days at a place. | location days | will it rain in {location} tomorrow
weather_alerts | Warnings of storms, floods and heat. | region
air_quality | Pollution and pollen at a place. | location
historical_weather | Weather on past days. | location date
sunrise_sunset | When the sun comes up and goes down. | location date
tide_times | High and low water at a coast. | location

# images
generate_image | Draws a picture from a description. | prompt size style | draw {prompt}
resize_image | Changes width and height of a picture. | file width height
crop_image | Cuts a rectangle out of a picture. | file box
convert_image | Saves a picture in another format. | file format | turn this PNG into {format}
remove_background | Cuts the subject of a photo free. | file
describe_image | Says in words what a picture shows. | file | what is in this picture
ocr_image | Reads the text in a photo or scan. | file language
blur_faces | Makes faces in a photo unrecognisable. | file
upscale_image | Makes a small picture larger without blur. | file factor
add_watermark | Prints a mark over a picture. | file text

# pdf
pdf_extract_text | The text of a PDF document, page by page. | file pages
pdf_merge | Puts several PDF documents into one. | files output | combine these PDFs
pdf_split | Cuts a PDF document into parts by pages. | file ranges
pdf_fill_form | Enters values into the fields of a PDF form. | file values
pdf_sign | Puts a digital signature on a PDF document. | file certificate
html_to_pdf | Prints a web page as a PDF document. | url output
pdf_rotate_pages | Turns pages of a PDF document. | file pages angle
pdf_protect | Locks a PDF document with a password. | file password
pdf_compress | Makes a PDF document smaller. | file quality

# language
translate_text | Puts a text into another language. | text target_language source_language | how do you say {text} in {target_language}
detect_language | Tells which language a text is in. | text
summarize_text | Shortens a long text to its main points. | text max_words | give me the gist of {text}
correct_grammar | Fixes spelling and grammar. | text | proofread {text}
analyze_sentiment | Tells whether a text is positive or negative. | text
text_to_speech | Speaks a text aloud as an audio file. | text voice | read {text} out loud
transcribe_audio | Writes down what is said in a recording. | file language
define_word | Meaning, origin and pronunciation of a word. | word | what does {word} mean
extract_entities | Finds names of people, places and firms in a text. | text

# http
http_get | Fetches a URL and returns status, headers and body. | url headers | open {url}
http_post | Sends data to a URL. | url body headers
download_url | Saves what is at a URL to disk. | url path
fetch_markdown | A web page as readable markdown without menus. | url | read the article at {url}
web_search | Searches the web and returns titles, links and excerpts. | query count | google {query}
check_url_status | Tells whether a site answers, and how fast. | url | is {url} down
parse_rss | Latest entries of a news feed. | url
whois_lookup | Who owns a domain and until when. | domain
dns_lookup | Address records of a domain. | domain type
shorten_url | Makes a short link. | url

# browser
navigate | Opens a page in the browser. | url
click_element | Clicks a button or link on the page. | selector
fill_field | Types into an input of the page. | selector value
take_screenshot | Takes a picture of the page. | full_page | what does the page look like
evaluate_script | Runs JavaScript in the page. | script
get_cookies | Cookies of the current site. | 
wait_for_element | Waits until something appears on the page. | selector timeout
scroll_page | Moves the page up or down. | direction

# system
run_command | Runs a shell command and returns its output. | command cwd timeout | execute {command} in the terminal
list_processes | Running programs with CPU and memory use. | sort | what is eating my CPU
kill_process | Ends a running program. | pid signal
system_info | Operating system, processor, memory and uptime. | 
get_env | Value of an environment variable. | name
clipboard_read | What was last copied. | 
clipboard_write | Puts text on the clipboard. | text
install_package | Installs software with the package manager. | name version
schedule_job | Runs a command at fixed times. | cron command | run {command} every night
restart_service | Stops and starts a background service. | service
network_interfaces | Network cards with their IP addresses. | | what is my IP
ping_host | Measures whether and how fast a host answers. | host

# crm
create_contact | Adds a person to the customer base. | name email company
find_contact | Looks a person up by name, firm or email. | query | phone number of {query}
update_contact | Changes the data of a person. | contact_id fields
merge_contacts | Joins two records of the same person. | first second | these two contacts are duplicates
create_deal | Opens a sales opportunity. | title value stage contact
move_deal_stage | Moves an opportunity along the sales pipeline. | deal_id stage | we won the deal {deal}
list_deals | Open opportunities by owner and stage. | owner stage
log_call | Writes down a phone call with a customer. | contact_id notes
add_note | Attaches a note to a person or firm. | record_id text
create_task | Plans a follow-up for a salesperson. | title due assignee
export_contacts | All persons as a CSV file. | segment

# tickets
open_ticket | Reports a problem to the help desk. | subject description priority | my laptop is broken
assign_ticket | Makes somebody responsible for a ticket. | ticket_id agent
resolve_ticket | Marks a ticket as solved. | ticket_id resolution
list_tickets | Tickets by queue, state and age. | queue state | what is waiting in the support queue
escalate_ticket | Raises the urgency of a ticket to the next level. | ticket_id
comment_ticket | Writes an answer to the requester of a ticket. | ticket_id text public
merge_tickets | Joins tickets about the same problem. | source target
ticket_satisfaction | Ratings that customers gave after their ticket. | from to
search_knowledge_base | Looks for help articles. | query | how do I reset my password

# jira
jira_create_issue | Creates a story, task or bug in a project. | project type summary
jira_transition_issue | Moves an issue to another column of the board. | issue_key status | {issue_key} is done
jira_search | Finds issues with a JQL query. | jql
jira_sprint_report | What a sprint finished and what is left. | board sprint | how is the sprint going
jira_log_work | Books hours on an issue. | issue_key hours | I worked {hours} hours on {issue_key}
jira_link_issues | Connects two issues: blocks, duplicates, relates. | from to type

# monitoring
query_metrics | Values of a metric over time. | expression from to step | how much memory did {service} use
list_alerts | Alerts that fire now. | severity | is anything on fire
silence_alert | Mutes an alert for some time. | alert_id duration
create_alert_rule | Warns when a metric crosses a threshold. | expression threshold notify | tell me when {metric} is above {threshold}
search_logs | Finds log lines of all services. | query from to | errors of {service} in the last hour
get_trace | Spans of one request through all services. | trace_id
list_incidents | Outages, open and past. | state
acknowledge_incident | Says that somebody is on it. | incident_id
who_is_on_call | The person on duty of a team now. | team | who do I wake up for {team}
create_dashboard | Makes a page of charts. | title panels
uptime_report | Share of time a service was available. | service from to

# sheets
read_range | Cells of a spreadsheet. | sheet range
update_cells | Writes values into cells of a spreadsheet. | sheet range values
append_row | Adds a line at the end of a spreadsheet. | sheet values | add a row to {sheet}
create_spreadsheet | Makes an empty spreadsheet. | title
create_chart | Draws a bar, line or pie chart from cells. | sheet range kind | plot {range}
sort_range | Orders rows by a column. | sheet range column
pivot_table | Summarises rows by groups. | sheet rows values

# docs
create_document | Starts a new text document. | title body
append_to_document | Adds paragraphs at the end of a document. | document_id text
search_documents | Finds documents in the shared drive. | query owner | where is the document about {query}
share_document | Gives somebody access to a document. | document_id email role | let {email} see the document
export_document | Saves a document as Word, PDF or text. | document_id format
document_comments | Remarks that people left in a document. | document_id
document_history | Earlier versions of a document and who made them. | document_id

# notes
create_note | Writes a note down. | title text tags | jot down {text}
search_notes | Finds notes by words or tags. | query
daily_note | Opens the journal page of today. | date
add_todo | Puts an item on the to-do list. | text due | I need to {text}
complete_todo | Ticks an item off the to-do list. | item_id
list_todos | Items of the to-do list that are open. | list | what is left to do

# music
play_track | Plays a song, album or playlist. | query device | put on {query}
pause_playback | Pauses the music. | device
skip_track | Goes to the next song. | device
set_volume | Makes the sound louder or softer. | level device | turn it down
create_playlist | Makes a list of songs. | name tracks
now_playing | The song that is playing. | | what song is this

# home
turn_on_light | Switches a lamp on, with brightness and colour. | room brightness colour
turn_off_light | Switches a lamp off. | room | it is too bright in the {room}
set_thermostat | Sets the temperature of the heating. | room degrees | make the {room} warmer
lock_door | Locks a door. | door
camera_snapshot | Picture from a security camera. | camera | who is at the door
start_vacuum | Sends the robot vacuum to clean. | room

# travel
search_flights | Flights between airports with prices. | origin destination date | fly from {origin} to {destination}
book_flight | Buys a plane ticket. | offer_id passengers
flight_status | Delay, gate and arrival of a flight. | flight_number | is {flight_number} on time
search_hotels | Rooms in a city with prices. | city check_in check_out
book_hotel | Reserves a room. | offer_id guests
search_trains | Rail connections with changes and prices. | origin destination date
rent_car | Reserves a car at a station. | location from to
convert_currency | Exchange rate between two currencies. | amount from to | {amount} dollars in euros

# shop
search_products | Articles of the store by words and price. | query max_price
get_order | State and items of an order. | order_id
track_shipment | Where a parcel is now. | tracking_number | where is my package
update_stock | Changes how many pieces of an article are in store. | sku quantity
cancel_order | Stops an order before it is sent. | order_id
create_return | Starts sending back an article. | order_id reason

# people
find_employee | Looks a colleague up in the staff directory. | name team | who is {name}
request_time_off | Asks for vacation or sick leave. | from to kind | I want to take {from} off
approve_time_off | Grants a vacation request. | request_id
org_chart | Who reports to whom. | person
submit_expense | Hands in a receipt to get money back. | amount category receipt | I paid {amount} for a taxi
payslip | Salary statement of a month. | month

# math
calculate | Works out an arithmetic expression. | expression | how much is {expression}
convert_units | Turns a measure into another unit. | value from to | {value} miles in kilometres
statistics | Mean, median and deviation of numbers. | numbers
random_number | A random number within bounds. | min max | roll a dice
solve_equation | Solves an equation for a variable. | equation variable
generate_uuid | Makes a unique identifier. |
hash_text | Checksum of a text. | text algorithm
encode_base64 | Encodes bytes as base64 and back. | text direction

# secrets
get_password | Reads a login from the vault. | item | what is the password for {item}
generate_password | Makes a strong random password. | length symbols
store_secret | Keeps a credential in the vault. | item value
totp_code | The one-time code of a login. | item
`;

/** The tools that the requests of `requests.ts` choose from. Ids are `mcp:server:name`. */
export function labelledTools(): Tool[] {
  return ROWS.split("\n# ")
    .slice(1)
    .flatMap((section) => {
      const [server = "", ...lines] = section.trim().split("\n");
      return lines.filter((line) => line.includes("|")).map((line) => toolOf(server, line));
    });
}

function toolOf(sourceId: string, line: string): Tool {
  const [name = "", description = "", inputs = "", examples = ""] = line
    .split("|")
    .map((cell) => cell.trim());
  const properties = inputs.split(" ").filter((input) => input !== "");
  return makeTool({
    sourceType: "mcp",
    sourceId,
    name,
    description,
    examples: examples.split(";").flatMap((example) => example.trim() || []),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(properties.map((input) => [input, { type: "string" }])),
    },
  });
}
