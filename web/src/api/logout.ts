import { forgetSignIn } from "@/lib/signed-in";
import { defaultTheme, readTheme, storeTheme } from "@/lib/theme";
import { request } from "./client";

export async function logout() {
  const theme = readTheme();
  const response = await request("POST", "/api/auth/logout");
  // Not every browser clears its storage because of the response.
  forgetSignIn();
  // The response makes the browser clear its storage. The theme is no secret.
  if (theme !== defaultTheme) storeTheme(theme);
  return response;
}
