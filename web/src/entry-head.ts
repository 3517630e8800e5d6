import { keepChatRequests } from "@/lib/chat-request";
import { countVisits } from "@/lib/count-visits";
import { deferScripts } from "@/lib/defer-scripts";
import { applyTheme, readTheme } from "@/lib/theme";

applyTheme(readTheme());
deferScripts();
keepChatRequests();
countVisits();
