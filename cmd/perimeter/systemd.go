package main

import (
	"net"
	"os"
)

// notifyVariable names the socket on which systemd takes messages of a service.
const notifyVariable = "NOTIFY_SOCKET"

// notifySystemd tells systemd something about the service. Without systemd it does
// nothing and reports false.
func notifySystemd(state string) (told bool, err error) {
	path := os.Getenv(notifyVariable)
	if path == "" {
		return false, nil
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return false, err
	}
	defer conn.Close()
	_, err = conn.Write([]byte(state))
	return err == nil, err
}
